import { Button, Checkbox, Popover, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTags, IconChevronDown } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useCategories } from '../queries.ts'
import classes from './CategoryFilter.module.css'
import { CategoryLabel } from './CategoryLabel.tsx'

export interface CategoryFilterProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Filters a collection by categories: a product matches if it is in one of them. */
export function CategoryFilter({ chosen, onChange }: CategoryFilterProps) {
  const text = useText()
  const categories = useCategories()
  const [opened, popover] = useDisclosure()
  return (
    <Popover
      opened={opened}
      onChange={popover.toggle}
      width="var(--sw-field-width)"
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconTags />}
          rightSection={<IconChevronDown />}
          disabled={categories.data === undefined}
          onClick={popover.toggle}
        >
          {text('CategoryFilter.label')}
          {chosen.length > 0 && <span className={classes.count}>{chosen.length}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={text('CategoryFilter.label')}>
        <ScrollArea.Autosize mah="var(--sw-jobs-height)">
          <Checkbox.Group value={[...chosen]} onChange={onChange}>
            {categories.data?.map(({ key, products }) => (
              <Checkbox
                key={key}
                value={key}
                className={classes.choice ?? ''}
                label={
                  <span className={classes.line}>
                    <CategoryLabel category={key} />
                    <span className={classes.products}>{products}</span>
                  </span>
                }
              />
            ))}
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
