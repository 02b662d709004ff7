import type { Category } from '@sheetwright/contract/categories/category.ts'
import type { StoredCategory } from './category.store.ts'

/** A category as the contract shows it, with its number of products. */
export function categoryAnswer(category: StoredCategory, uses: ReadonlyMap<string, number>): Category {
  return { ...category, lookup: 'ProductCategories', products: uses.get(category.key) ?? 0 }
}
