import { filesRootPath } from '@sheetwright/contract/files/file-entry.ts'
import { entrySorts } from '@sheetwright/contract/files/get-folder-content.ts'

export const explorerHome = '/admin/explorer/home'

/** The state of the explorer in its address. */
export interface ExplorerState {
  /** Path of the folder, such as `/files/2026`. */
  readonly path: string
  /** The file in the preview. */
  readonly file: string | undefined
  /** Whether the folder is being edited. */
  readonly edits: boolean
  readonly text: string
  readonly sort: (typeof entrySorts)[number]
  readonly deleted: boolean
}

/** Parses `files/2026/file:ID` or `files/2026/folder:edit` and the query parameters. */
export function explorerState(splat: string, search: Readonly<Record<string, string | undefined>>): ExplorerState {
  const names = splat.split('/').filter((name) => name !== '')
  const last = names.at(-1) ?? ''
  const file = last.startsWith('file:') ? last.slice('file:'.length) : undefined
  const edits = last.startsWith('folder:edit')
  const folder = file === undefined && !edits ? names : names.slice(0, -1)
  return {
    path: folder.length === 0 ? filesRootPath : `/${folder.join('/')}`,
    file,
    edits,
    text: search['text'] ?? '',
    sort: entrySorts.find((one) => one === search['sort']) ?? 'name',
    deleted: search['deleted'] === 'true',
  }
}

/** The address of a folder, with an open file or in edit mode. */
export function folderAddress(path: string, last?: `file:${string}` | 'folder:edit'): string {
  const names = path.split('/').filter((name) => name !== '')
  return [explorerHome, ...[...names, ...(last === undefined ? [] : [last])].map(encodeURIComponent)]
    .join('/')
    .replaceAll('%3A', ':')
}

export function explorerSearch({ text, sort, deleted }: Pick<ExplorerState, 'text' | 'sort' | 'deleted'>) {
  return {
    ...(text === '' ? {} : { text }),
    ...(sort === 'name' ? {} : { sort }),
    ...(deleted ? { deleted: 'true' } : {}),
  }
}
