import { updateFile } from '@sheetwright/contract/files/update-file.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeEntry } from './change-entry.ts'
import { fileFor, shownFile, viewerOf } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'

export const updateFileHandler = handle(updateFile, ({ caller, params, body, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return withUniqueName(body.name ?? '', () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const entry = await fileFor(tx, viewer, params.id)
      await changeEntry(tx, viewer, entry, body)
      const changed = await fileFor(tx, viewer, entry.id)
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: 'file.update', entry: changed, before: { path: entry.path }, after: { path: changed.path, ...body } },
      )
      return shownFile(changed)
    }),
  )
})
