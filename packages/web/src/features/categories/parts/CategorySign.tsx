import type { CategoryIcon } from '@sheetwright/contract/categories/category.ts'
import { IconTag } from '@tabler/icons-react'
import { iconLooks } from '../category-icons.ts'

/** The icon of a category; a plain tag if it has none. The name always stands beside it. */
export function CategorySign({ icon }: { icon: CategoryIcon | null }) {
  const Icon = icon === null ? IconTag : iconLooks[icon].icon
  return <Icon aria-hidden="true" />
}
