import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { listFiles } from '@sheetwright/contract/files/list-files.ts'
import { handle } from '../../platform/http/handle.ts'
import { folderFor, shownEntry, viewerOf } from './entry.access.ts'
import { searchEntries } from './entry.store.ts'

export const listFilesHandler = handle(listFiles, ({ caller, body, services: { db } }) => {
  const viewer = viewerOf(caller)
  const { folderId, deleted, ...wanted } = body
  return db.inTenant(caller.tenantId, async (tx) => {
    const within = folderId === undefined || folderId === filesRootId ? null : folderId
    if (within !== null) await folderFor(tx, viewer, within)
    const { items, count } = await searchEntries(tx, viewer, { ...wanted, within, state: deleted ? 'deleted' : 'live' })
    return { items: items.map(shownEntry), count }
  })
})
