import { deleteFolder } from '@sheetwright/contract/files/delete-folder.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { deleteFolderContent } from './delete-folder.job.ts'
import { assertManages, folderFor, notAllowed, viewerOf } from './entry.access.ts'
import { hasChildren } from './entry.store.ts'
import { markDeleted } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'

export const deleteFolderHandler = handle(deleteFolder, ({ caller, params, query, services, correlationId }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const { entry } = await folderFor(tx, viewerOf(caller), params.id)
    if (entry === undefined) throw notAllowed('The root of the files cannot be deleted')
    assertManages(entry)
    if (!(await hasChildren(tx, entry.id))) {
      await markDeleted(tx, entry.id, caller.userId)
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: 'folder.delete', entry, before: { path: entry.path } },
      )
      return { jobId: null }
    }
    if (query.force !== 'true') {
      throw new CallError('FOLDER_NOT_EMPTY', `The folder "${entry.name}" is not empty`, [
        { field: 'query.force', message: 'is needed to delete a folder with content', allowed: 'true' },
      ])
    }
    const jobId = await services.jobs.enqueue(tx, deleteFolderContent, caller.userId, {
      Name: entry.name,
      folderId: entry.id,
      path: entry.path,
      actorName: caller.displayName,
      correlationId,
    })
    return { jobId }
  }),
)
