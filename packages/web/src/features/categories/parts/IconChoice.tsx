import { ActionIcon, Input, Tooltip } from '@mantine/core'
import { type CategoryIcon, categoryIcons } from '@sheetwright/contract/categories/category.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { iconLooks } from '../category-icons.ts'
import { CategorySign } from './CategorySign.tsx'
import classes from './IconChoice.module.css'

export interface IconChoiceProps {
  readonly value: CategoryIcon | null
  readonly onChange: (icon: CategoryIcon | null) => void
}

/** All icons side by side, one of them chosen. */
export function IconChoice({ value, onChange }: IconChoiceProps) {
  const text = useText()
  return (
    <fieldset className={classes.choice}>
      <Input.Label component="legend">{text('Categories.icon')}</Input.Label>
      <div className={classes.icons}>
        {[null, ...categoryIcons].map((icon) => {
          const label = text(icon === null ? 'CategoryIcon.none' : iconLooks[icon].label)
          return (
            <Tooltip key={icon ?? ''} label={label}>
              <ActionIcon
                variant="default"
                aria-label={label}
                aria-pressed={icon === value}
                onClick={() => onChange(icon)}
              >
                <CategorySign icon={icon} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </div>
    </fieldset>
  )
}
