import type { Engine } from '@sheetwright/contract/engines/engine.ts'

/** Sets the favourite flag of one engine in the cached data of any engine query: one engine or a page of them. */
export function withFavouriteEngine(data: unknown, id: string, isFavourite: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data
  if ('items' in data && Array.isArray(data.items)) {
    const items = data.items as readonly Engine[]
    return { ...data, items: items.map((item) => (item.id === id ? { ...item, favorite: isFavourite } : item)) }
  }
  return 'id' in data && data.id === id && 'favorite' in data ? { ...data, favorite: isFavourite } : data
}
