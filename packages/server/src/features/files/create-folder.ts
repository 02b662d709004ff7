import { createFolder } from '@sheetwright/contract/files/create-folder.ts'
import { mostLevels } from '@sheetwright/contract/files/file-entry.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertOwnPlace, folderAt, folderFor, notAllowed, shownFolder, viewerOf } from './entry.access.ts'
import { holdFolder, insertFolder } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'

export const createFolderHandler = handle(createFolder, ({ caller, body, services, correlationId }) => {
  const { path, ...given } = body
  const viewer = viewerOf(caller)
  assertOwnPlace(path)
  return withUniqueName(body.name, () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const { entry: parent, parents } = await folderAt(tx, viewer, path)
      if (parents.length + 2 > mostLevels) throw notAllowed(`Folders go ${mostLevels} levels deep at most`)
      if (parent !== undefined && !(await holdFolder(tx, parent.id))) {
        throw new CallError('FOLDER_NOT_FOUND', 'The folder is gone')
      }
      const id = await insertFolder(tx, { ...given, parentId: parent?.id ?? null, ownerId: caller.userId })
      const found = await folderFor(tx, viewer, id)
      const folder = shownFolder(found)
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: 'folder.add', entry: folder, after: { path: folder.path, privacyLevel: folder.privacyLevel } },
      )
      return folder
    }),
  )
})
