import { startUpload } from '@sheetwright/contract/engines/start-upload.ts'
import { handle } from '../../platform/http/handle.ts'
import { beginUpload } from './begin-upload.ts'

export const startUploadHandler = handle(
  startUpload,
  async ({ caller, params, body, files, services, correlationId }) => {
    const asked = { product: params.product, file: files.file, asked: body.data }
    const { jobId, uploadId } = await beginUpload(services, caller, correlationId, asked)
    return { jobId, originalFileDocumentId: uploadId }
  },
)
