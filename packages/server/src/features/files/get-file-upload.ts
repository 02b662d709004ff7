import { getFileUpload } from '@sheetwright/contract/files/get-file-upload.ts'
import { handle } from '../../platform/http/handle.ts'
import { uploadFor } from './upload.access.ts'

export const getFileUploadHandler = handle(getFileUpload, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => (await uploadFor(tx, caller, params.upload)).shown),
)
