import { updateFolder } from '@sheetwright/contract/files/update-folder.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeEntry } from './change-entry.ts'
import { folderFor, notAllowed, shownFolder, viewerOf } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'

export const updateFolderHandler = handle(updateFolder, ({ caller, params, body, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return withUniqueName(body.name ?? '', () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const { entry } = await folderFor(tx, viewer, params.id)
      if (entry === undefined) throw notAllowed('The root of the files cannot be changed')
      await changeEntry(tx, viewer, entry, body)
      const folder = shownFolder(await folderFor(tx, viewer, entry.id))
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: 'folder.update', entry: folder, before: { path: entry.path }, after: { path: folder.path, ...body } },
      )
      return folder
    }),
  )
})
