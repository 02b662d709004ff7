import type { Sort } from '../../ui/table/sort.ts'
import { sortFromText, sortToText } from '../../ui/table/sort.ts'
import type { ProductFilter } from './queries.ts'

/** View and filters of the catalogue; all of it is in the address, so that a link shows the same. */
export interface CatalogueState {
  readonly view: 'grid' | 'list'
  readonly filter: ProductFilter
  /** Applies to the list, and to shared products. */
  readonly sort: ProductSort | null
  readonly page: number
}

export const productSortFields = ['name', 'status', 'created', 'updated'] as const

export type ProductSort = Sort<(typeof productSortFields)[number]>

export type CatalogueSearch = Readonly<Record<string, string | undefined>>

export function catalogueFromSearch(search: CatalogueSearch): CatalogueState {
  const page = Number(search['page'])
  return {
    view: search['view'] === 'list' ? 'list' : 'grid',
    filter: {
      name: search['name'] ?? '',
      favourites: search['favourites'] === 'true',
      shared: search['tab'] === 'shared',
      // Keys have no commas.
      categories: [...new Set((search['category'] ?? '').split(',').filter((key) => key !== ''))],
    },
    sort: sortFromText(search['sort'], productSortFields),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  }
}

/** Omits defaults from the address. */
export function catalogueToSearch({ view, filter, sort, page }: CatalogueState): CatalogueSearch {
  return {
    tab: filter.shared ? 'shared' : undefined,
    view: view === 'list' ? view : undefined,
    name: filter.name === '' ? undefined : filter.name,
    favourites: filter.favourites ? 'true' : undefined,
    category: filter.categories.length === 0 ? undefined : filter.categories.join(','),
    sort: sortToText(sort),
    page: page > 1 ? String(page) : undefined,
  }
}

/** Cards are sorted by last change; only shared products have other sorts. */
export function gridSort(filter: ProductFilter, sort: ProductSort | null) {
  return filter.shared ? sortToText(sort) : undefined
}
