import { deleteFile } from '@sheetwright/contract/files/delete-file.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertManages, entryFor, fileFor, shownFile, viewerOf } from './entry.access.ts'
import { markDeleted } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'

export const deleteFileHandler = handle(deleteFile, ({ caller, params, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const entry = await fileFor(tx, viewer, params.id)
    assertManages(entry)
    await markDeleted(tx, entry.id, caller.userId)
    const deleted = await entryFor(tx, viewer, entry.id, 'deleted')
    await noteChange(
      tx,
      { actor: actorOf(caller, correlationId), events: services.events },
      { action: 'file.delete', entry, before: { path: entry.path, version: entry.version, hash: entry.hash } },
    )
    return shownFile(deleted)
  })
})
