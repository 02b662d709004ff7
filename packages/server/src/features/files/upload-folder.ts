import { uploadFolder } from '@sheetwright/contract/files/upload-folder.ts'
import { handle } from '../../platform/http/handle.ts'
import { saveJobFile } from '../jobs/job-file.store.ts'
import { isProductZip, startImport } from '../products/zip/import-product.job.ts'
import { folderFor, viewerOf } from './entry.access.ts'
import { checkedName } from './keep-file.ts'
import { openFolderZip } from './open-folder-zip.ts'
import { unpackFolder } from './unpack-folder.job.ts'

export const uploadFolderHandler = handle(
  uploadFolder,
  async ({ caller, body, files: sent, services, correlationId }) => {
    const { hash, size } = sent.File
    const { tenantId } = caller
    const viewer = viewerOf(caller)
    const name = checkedName(sent.File.fileName, 'body.File')
    await services.db.inTenant(tenantId, (tx) => folderFor(tx, viewer, body.FolderId))
    // Read before it is queued, so that errors are reported at once.
    const zip = await openFolderZip(services.files, tenantId, { hash, size })
    if (isProductZip(zip.names)) {
      return startImport(services, caller, { hash, size, fileName: name }, { onConflict: 'keep', correlationId })
    }
    const jobId = await services.db.inTenant(tenantId, async (tx) => {
      const queued = await services.jobs.enqueue(tx, unpackFolder, caller.userId, {
        Name: name,
        folderId: body.FolderId,
        path: body.Path,
        folderZip: { hash, size },
        groups: [...caller.groups],
        isSupervisor: viewer.isSupervisor,
        actorName: caller.displayName,
        correlationId,
      })
      // Keeps the zip from being collected while the job waits.
      await saveJobFile(tx, queued, { hash, fileName: name })
      return queued
    })
    return { jobId }
  },
)
