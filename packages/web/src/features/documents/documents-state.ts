import { documentSorts } from '@sheetwright/contract/documents/list-documents.ts'
import { type Sort, sortFromText, sortToText } from '../../ui/table/sort.ts'

/** Filters and sort of the documents of a section; all of it is in the address, so that a link shows the same. */
export interface DocumentsState {
  readonly text: string
  readonly favourites: boolean
  readonly deleted: boolean
  readonly sort: Sort<(typeof documentSorts)[number]> | null
  readonly page: number
  /** The document in the preview. */
  readonly open: string | undefined
}

type Search = Readonly<Record<string, string | undefined>>

export function documentsFromSearch(search: Search): DocumentsState {
  const page = Number(search['page'])
  return {
    text: search['text'] ?? '',
    favourites: search['favourites'] === 'true',
    deleted: search['deleted'] === 'true',
    sort: sortFromText(search['sort'], documentSorts),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    open: search['document'],
  }
}

/** Omits defaults from the address. */
export function documentsToSearch({ text, favourites, deleted, sort, page, open }: DocumentsState): Search {
  return {
    text: text === '' ? undefined : text,
    favourites: favourites ? 'true' : undefined,
    deleted: deleted ? 'true' : undefined,
    sort: sortToText(sort),
    page: page > 1 ? String(page) : undefined,
    document: open,
  }
}
