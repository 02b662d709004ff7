import type { Sort } from '../../ui/table/sort.ts'
import { sortFromText, sortToText } from '../../ui/table/sort.ts'

/** Filters and sort of the engines of a product; all of it is in the address. */
export interface EngineListState {
  readonly view: 'grid' | 'list'
  readonly name: string
  readonly favourites: boolean
  readonly sort: EngineSort | null
  readonly page: number
}

export const engineSortFields = ['name', 'created', 'updated'] as const

export type EngineSort = Sort<(typeof engineSortFields)[number]>

type EngineSearch = Readonly<Record<string, string | undefined>>

export function engineListFromSearch(search: EngineSearch): EngineListState {
  const page = Number(search['page'])
  return {
    view: search['view'] === 'list' ? 'list' : 'grid',
    name: search['name'] ?? '',
    favourites: search['favourites'] === 'true',
    sort: sortFromText(search['sort'], engineSortFields),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  }
}

/** Omits defaults from the address. */
export function engineListToSearch({ view, name, favourites, sort, page }: EngineListState): EngineSearch {
  return {
    view: view === 'list' ? view : undefined,
    name: name === '' ? undefined : name,
    favourites: favourites ? 'true' : undefined,
    sort: sortToText(sort),
    page: page > 1 ? String(page) : undefined,
  }
}
