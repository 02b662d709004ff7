import { Button, CloseButton } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { useCategories } from '../queries.ts'
import classes from './CategoryChips.module.css'
import type { CategoryFilterProps } from './CategoryFilter.tsx'
import { CategoryLabel } from './CategoryLabel.tsx'

/** The active category filters, each removable, and a button to remove all. */
export function CategoryChips({ chosen, onChange }: CategoryFilterProps) {
  const text = useText()
  const categories = useCategories()
  if (chosen.length === 0) return null
  const nameOf = (key: string) => categories.data?.find((category) => category.key === key)?.value ?? key
  return (
    <div className={classes.chips}>
      <ul aria-label={text('CategoryFilter.active')}>
        {chosen.map((key) => (
          <li key={key} className={classes.chip}>
            <CategoryLabel category={key} />
            <CloseButton
              size="xs"
              aria-label={text('CategoryFilter.remove', { name: nameOf(key) })}
              onClick={() => onChange(chosen.filter((one) => one !== key))}
            />
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
        {text('CategoryFilter.clear')}
      </Button>
    </div>
  )
}
