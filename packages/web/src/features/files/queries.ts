import { previewFile } from '@sheetwright/contract/files/preview-file.ts'
import { downloadFile } from '@sheetwright/contract/files/download-file.ts'
import { getFile } from '@sheetwright/contract/files/get-file.ts'
import { getFolderContent } from '@sheetwright/contract/files/get-folder-content.ts'
import { listFiles } from '@sheetwright/contract/files/list-files.ts'
import { listUserGroupLabels } from '@sheetwright/contract/files/list-user-group-labels.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import type { EntryRow } from './entry-row.ts'
import type { ExplorerState } from './explorer-state.ts'

export const fileKeys = {
  all: ['files'],
  folder: (path: string) => ['files', 'folder', path],
} as const

/** Number of rows per request. */
const rowsPerPage = 200

/** The page of a row, counted from one. */
export function pageOf(index: number): number {
  return Math.floor(index / rowsPerPage) + 1
}

/** The folder with its first rows. */
export function useFolder(path: string, sort: ExplorerState['sort']) {
  const api = useApi()
  return useQuery(folderPage(api, path, sort, 1))
}

/** The rows of a listing that are in view, page by page; rows not yet loaded are undefined. */
export function useRows(state: ExplorerState, from: number, to: number) {
  const api = useApi()
  const inView = Array.from({ length: pageOf(to) - pageOf(from) + 1 }, (_, index) => pageOf(from) + index)
  // The first page is always fetched: it has the number of rows while the others load.
  const pages = [...new Set([1, ...inView])]
  const isSearch = state.text !== '' || state.deleted
  return useQueries({
    queries: pages.map((page) => (isSearch ? foundPage(api, state, page) : listedPage(api, state, page))),
    combine: (results) => ({
      count: results.find(({ data }) => data !== undefined)?.data?.count,
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => results.forEach(({ refetch }) => void refetch()),
      rowAt: (index: number): EntryRow | undefined => {
        const place = pages.indexOf(pageOf(index))
        return results[place]?.data?.rows[index % rowsPerPage]
      },
    }),
  })
}

function folderPage(api: Client, path: string, sort: ExplorerState['sort'], page: number) {
  return {
    queryKey: [...fileKeys.folder(path), sort, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(getFolderContent, { query: { path, sort, page, pageSize: rowsPerPage }, signal }),
  }
}

function listedPage(api: Client, { path, sort }: ExplorerState, page: number) {
  const { queryKey, queryFn } = folderPage(api, path, sort, page)
  return {
    queryKey: [...queryKey, 'rows'],
    queryFn: async (context: { signal: AbortSignal }) => {
      const { folders, documents, count } = await queryFn(context)
      const rows: EntryRow[] = [
        ...folders.map((entry) => ({ type: 'folder' as const, entry })),
        ...documents.map((entry) => ({ type: 'file' as const, entry })),
      ]
      return { rows, count }
    },
  }
}

function foundPage(api: Client, { text, sort, deleted }: ExplorerState, page: number) {
  return {
    queryKey: [...fileKeys.all, 'search', text, sort, deleted, page],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const body = { text, sort, deleted, page, pageSize: rowsPerPage }
      const { items, count } = await api.call(listFiles, { body, signal })
      return { rows: items as readonly EntryRow[], count }
    },
    placeholderData: keepPreviousData,
  }
}

/** The subfolders of a folder, for the tree and for choosing one. */
export function useSubfolders(path: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...fileKeys.folder(path), 'tree'],
    queryFn: ({ signal }) => api.call(getFolderContent, { query: { path, folders: 'only', pageSize: 1000 }, signal }),
    enabled,
  })
}

export function useFile(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...fileKeys.all, 'file', id],
    queryFn: ({ signal }) => api.call(getFile, { params: { id }, signal }),
  })
}

/** The content of a picture or PDF. */
export function useFileContent(id: string, hash: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...fileKeys.all, 'content', id, hash],
    queryFn: async ({ signal }) => (await api.call(downloadFile, { params: { id }, signal })).blob,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** How a file is previewed, with its text or sanitised HTML. */
export function useFilePreview(id: string, hash: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...fileKeys.all, 'preview', id, hash],
    queryFn: ({ signal }) => api.call(previewFile, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useGroupLabels() {
  const api = useApi()
  return useQuery({
    queryKey: [...fileKeys.all, 'groups'],
    queryFn: ({ signal }) => api.call(listUserGroupLabels, { signal }),
    staleTime: 60_000,
  })
}
