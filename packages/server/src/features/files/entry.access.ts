import {
  type FileEntry,
  filesRootId,
  filesRootPath,
  type Folder,
  productsRootPath,
} from '@sheetwright/contract/files/file-entry.ts'
import type { FoundEntry } from '@sheetwright/contract/files/list-files.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { contentTypeOf } from '../../platform/files/content-types.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { chainAt, chainOf, type EntryViewer, type StoredEntry } from './entry.store.ts'

export function viewerOf(caller: UserIdentity): EntryViewer {
  return { userId: caller.userId, groups: caller.groups, isSupervisor: caller.isAdmin || caller.isSuperuser }
}

/** A folder that a call names, with its ancestors. The root of the files has no row: its entry is undefined. */
export interface FoundFolder {
  readonly entry: StoredEntry | undefined
  readonly parents: readonly StoredEntry[]
}

export async function folderFor(tx: TenantTransaction, viewer: EntryViewer, id: string): Promise<FoundFolder> {
  if (id === filesRootId) return { entry: undefined, parents: [] }
  return foundFolder(await chainOf(tx, viewer, id), id)
}

/** The folder at a path below the root of the files. */
export async function folderAt(tx: TenantTransaction, viewer: EntryViewer, path: string): Promise<FoundFolder> {
  const names = namesIn(path).slice(1)
  if (names.length === 0) return { entry: undefined, parents: [] }
  return foundFolder(await chainAt(tx, viewer, names), path)
}

function foundFolder(chain: readonly StoredEntry[], named: string): FoundFolder {
  const entry = chain.at(-1)
  if (entry?.kind !== 'folder') throw new CallError('FOLDER_NOT_FOUND', `There is no folder "${named}"`)
  return { entry, parents: chain.slice(0, -1) }
}

export async function fileFor(tx: TenantTransaction, viewer: EntryViewer, id: string): Promise<StoredEntry> {
  const entry = (await chainOf(tx, viewer, id)).at(-1)
  if (entry?.kind !== 'file') throw new CallError('FILE_NOT_FOUND', `There is no file "${id}"`)
  return entry
}

/** A folder or file with this id. */
export async function entryFor(
  tx: TenantTransaction,
  viewer: EntryViewer,
  id: string,
  state: 'live' | 'deleted' = 'live',
): Promise<StoredEntry> {
  const entry = (await chainOf(tx, viewer, id, state)).at(-1)
  if (entry === undefined) throw new CallError('FILE_NOT_FOUND', `There is no folder or file "${id}"`)
  return entry
}

/** Allows owners of the entry or of a folder above it, and supervisors. */
export function assertManages(entry: StoredEntry): void {
  if (entry.manages) return
  throw new CallError('PERMISSION_DENIED', `Only the owner or a supervisor can do this with "${entry.name}"`)
}

/** The parts of a path: `/files/a` is `files`, `a`. */
export function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '')
}

/** Folders and files can be created only below the root of the files, not beside it or among the products. */
export function assertOwnPlace(path: string): void {
  const [top] = namesIn(path)
  if (top === undefined) throw notAllowed('Folders cannot be made at the top: choose the folder files')
  if (`/${top.toLowerCase()}` === productsRootPath) {
    throw notAllowed('The folders of a product are its sections: add them in the product')
  }
  if (`/${top.toLowerCase()}` !== filesRootPath) throw new CallError('FOLDER_NOT_FOUND', `There is no folder "${path}"`)
}

export function notAllowed(message: string): CallError {
  return new CallError('FOLDER_NOT_ALLOWED', message, [
    { field: 'body.path', message, allowed: `a folder below ${filesRootPath}` },
  ])
}

export function shownFolder({ entry }: Pick<FoundFolder, 'entry'>): Folder {
  if (entry === undefined) return rootFolder
  return { ...commonOf(entry), parentId: entry.parentId ?? filesRootId, kind: 'folder', productId: null }
}

export function shownFile(entry: StoredEntry): FileEntry {
  return {
    ...commonOf(entry),
    folderId: entry.parentId ?? filesRootId,
    contentType: contentTypeOf(entry.name),
    size: entry.size,
    hash: entry.hash,
    version: entry.version,
    updatedBy: entry.updatedBy,
    productId: null,
  }
}

export function shownEntry(entry: StoredEntry): FoundEntry {
  return entry.kind === 'folder'
    ? { type: 'folder', entry: shownFolder({ entry }) }
    : { type: 'file', entry: shownFile(entry) }
}

function commonOf({ id, name, path, metadata, privacyLevel, userGroups, userIds, manages, ...entry }: StoredEntry) {
  return {
    id,
    name,
    path,
    metadata,
    privacyLevel,
    userGroups,
    userIds,
    access: manages ? ('manage' as const) : ('edit' as const),
    createdAt: entry.createdAt,
    createdBy: entry.createdBy,
    updatedAt: entry.updatedAt,
    deletedAt: entry.deletedAt,
  }
}

/** A folder without a row. */
export function virtualFolder(given: Partial<Folder> & Pick<Folder, 'id' | 'name' | 'path' | 'kind'>): Folder {
  return {
    parentId: null,
    productId: null,
    metadata: {},
    privacyLevel: 'Public',
    userGroups: [],
    userIds: [],
    access: 'view',
    createdAt: beginning,
    createdBy: '',
    updatedAt: beginning,
    deletedAt: null,
    ...given,
  }
}

const beginning = '1970-01-01T00:00:00.000Z'

const rootFolder = virtualFolder({
  id: filesRootId,
  name: 'files',
  path: filesRootPath,
  kind: 'root',
  access: 'edit',
})
