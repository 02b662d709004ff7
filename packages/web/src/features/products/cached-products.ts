import type { Product } from '@sheetwright/contract/products/product.ts'

interface ProductPageData {
  readonly items: readonly Product[]
}

function isPage(data: object): data is ProductPageData {
  return 'items' in data
}

/** Sets the favourite flag of one product in whatever a query about products holds: one, a page, or pages. */
export function withFavourite(data: unknown, id: string, starred: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data
  if ('pages' in data) {
    return { ...data, pages: (data.pages as readonly ProductPageData[]).map((page) => inPage(page, id, starred)) }
  }
  if (isPage(data)) return inPage(data, id, starred)
  return 'id' in data && data.id === id ? { ...data, isStarred: starred } : data
}

function inPage(page: ProductPageData, id: string, starred: boolean): ProductPageData {
  return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, isStarred: starred } : item)) }
}
