import { buildMarkedUpload } from '@sheetwright/contract/engines/build-marked-upload.ts'
import { handle } from '../../platform/http/handle.ts'
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
    return { jobId, originalFileDocumentId: uploadId }
  },
)
