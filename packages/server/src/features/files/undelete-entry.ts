import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { undeleteEntry } from '@sheetwright/contract/files/undelete-entry.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertManages, entryFor, folderFor, shownEntry, viewerOf } from './entry.access.ts'
import { holdFolder, unmarkDeleted } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'

export const undeleteEntryHandler = handle(undeleteEntry, ({ caller, params, body, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return withUniqueName(body.name ?? '', () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const entry = await entryFor(tx, viewer, params.id, 'deleted')
      assertManages(entry)
      const { entry: parent } = await folderFor(tx, viewer, entry.parentId ?? filesRootId)
      if (parent !== undefined) await holdFolder(tx, parent.id)
      await unmarkDeleted(tx, entry.id, body.name ?? entry.name)
      const restored = await entryFor(tx, viewer, entry.id)
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: `${entry.kind}.undelete`, entry: restored, after: { path: restored.path } },
      )
      return shownEntry(restored)
    }),
  )
})
