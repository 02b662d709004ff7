import { filesRootId, mostLevels } from '@sheetwright/contract/files/file-entry.ts'
import { extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { holdLock } from '../../platform/db/advisory-locks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { assertManages, folderFor, notAllowed } from './entry.access.ts'
import { type EntryViewer, isWithin, levelsOf, type StoredEntry } from './entry.store.ts'
import { holdFolder, updateEntry } from './entry-changes.store.ts'

interface Changes {
  readonly name?: string | undefined
  readonly folderId?: string | undefined
  readonly metadata?: Record<string, string> | undefined
  readonly privacyLevel?: StoredEntry['privacyLevel'] | undefined
  readonly userGroups?: string[] | undefined
  readonly userIds?: string[] | undefined
}

/** Renames, moves or describes a folder or file. Only its managers may move it or change who sees it. */
export async function changeEntry(
  tx: TenantTransaction,
  viewer: EntryViewer,
  entry: StoredEntry,
  { folderId, ...changes }: Changes,
): Promise<void> {
  const restricts = [changes.privacyLevel, changes.userGroups, changes.userIds].some((change) => change !== undefined)
  if (restricts || folderId !== undefined) assertManages(entry)
  if (entry.kind === 'file' && changes.name !== undefined) assertSameType(entry.name, changes.name)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const parentId = folderId === undefined ? undefined : await moveTo(tx, viewer, entry, folderId)
  await updateEntry(tx, entry.id, { ...given, ...(parentId === undefined ? {} : { parentId }) })
}

/** Renaming to another type would bypass the content check of the upload. */
function assertSameType(before: string, after: string): void {
  if (extensionOf(before) === extensionOf(after)) return
  throw new CallError('INVALID_FILE_TYPE', 'A file keeps its extension when it is renamed', [
    { field: 'body.name', message: 'has another extension', allowed: extensionOf(before) },
  ])
}

async function moveTo(
  tx: TenantTransaction,
  viewer: EntryViewer,
  entry: StoredEntry,
  folderId: string,
): Promise<string | null> {
  // Two concurrent moves could put two folders into each other.
  if (entry.kind === 'folder') await holdLock(tx, `move folders:${tx.tenantId}`)
  const { entry: target, parents } = await folderFor(tx, viewer, folderId)
  if (target === undefined) return null
  if (!(await holdFolder(tx, target.id))) throw new CallError('FOLDER_NOT_FOUND', 'The folder is gone')
  if (entry.kind === 'folder') {
    if (await isWithin(tx, target.id, entry.id)) throw notAllowed('A folder cannot be moved into itself')
    if (parents.length + 1 + (await levelsOf(tx, entry.id)) > mostLevels) {
      throw notAllowed(`Folders go ${mostLevels} levels deep at most`)
    }
  }
  return target.id === filesRootId ? null : target.id
}
