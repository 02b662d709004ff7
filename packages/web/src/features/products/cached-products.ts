import type { Product, ProductStatus } from '@sheetwright/contract/products/product.ts'

interface ProductPageData {
  readonly items: readonly Product[]
}

function isPage(data: object): data is ProductPageData {
  return 'items' in data
}

/** Sets the favourite flag of one product in the cached data of any product query. */
export function withFavourite(data: unknown, id: string, isFavourite: boolean): unknown {
  return withChange(data, id, { isStarred: isFavourite })
}

/** Sets the status of one product in the cached data of any product query. */
export function withStatus(data: unknown, id: string, status: ProductStatus): unknown {
  return withChange(data, id, { status })
}

/** Changes one product in cached data: one product, a page, or pages. Other data stays unchanged. */
function withChange(data: unknown, id: string, change: Partial<Product>): unknown {
  if (typeof data !== 'object' || data === null) return data
  if ('pages' in data) {
    return { ...data, pages: (data.pages as readonly ProductPageData[]).map((page) => inPage(page, id, change)) }
  }
  if (isPage(data)) return inPage(data, id, change)
  return 'id' in data && data.id === id ? { ...data, ...change } : data
}

function inPage(page: ProductPageData, id: string, change: Partial<Product>): ProductPageData {
  return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
}
