import { buildMarkedUpload } from '@sheetwright/contract/engines/build-marked-upload.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob, setJobData } from '../../platform/jobs/job.store.ts'
import { requireUpload } from './engine-upload.access.ts'
import { beginUpload } from './begin-upload.ts'

export const buildMarkedUploadHandler = handle(
  buildMarkedUpload,
  async ({ caller, params, body, services, correlationId }) => {
    const upload = await services.db.inTenant(caller.tenantId, (tx) => requireUpload(tx, caller, params.upload))
    const { productId: product, serviceName, fileName, fileHash: hash, fileSize: size } = upload
    const { jobId, uploadId } = await beginUpload(services, caller, correlationId, {
      product,
      file: { fileName, hash, size },
      asked: { serviceName, releaseNote: '', publish: false, interface: body.interface },
    })
    // The list of jobs then says that the first one is settled.
    await services.db.inTenant(caller.tenantId, async (tx) => {
      const first = upload.jobId === null ? undefined : await findJob(tx, upload.jobId)
      if (first !== undefined) await setJobData(tx, first.id, { ...first.data, continuedBy: jobId })
    })
    return { jobId, originalFileDocumentId: uploadId }
  },
)
