import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'
import { downloadFolder } from '@sheetwright/contract/files/download-folder.ts'
import { handle } from '../../platform/http/handle.ts'
import { packEntries } from './pack-entries.job.ts'
import { entryFor, notAllowed, viewerOf } from './entry.access.ts'

export const downloadFolderHandler = handle(downloadFolder, ({ caller, body, services: { db, jobs } }) => {
  const viewer = viewerOf(caller)
  return db.inTenant(caller.tenantId, async (tx) => {
    if (body.folders.includes(filesRootId)) throw notAllowed('Choose folders and files below the root')
    for (const id of body.folders) await entryFor(tx, viewer, id)
    const jobId = await jobs.enqueue(tx, packEntries, caller.userId, {
      Name: body.name,
      entries: body.folders,
      groups: [...caller.groups],
      isSupervisor: viewer.isSupervisor,
    })
    return { jobId }
  })
})
