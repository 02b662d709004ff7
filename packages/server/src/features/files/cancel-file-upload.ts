import { cancelFileUpload } from '@sheetwright/contract/files/cancel-file-upload.ts'
import { handle } from '../../platform/http/handle.ts'
import { uploadFor } from './upload.access.ts'
import { removeUpload } from './upload.store.ts'

export const cancelFileUploadHandler = handle(cancelFileUpload, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    await uploadFor(tx, caller, params.upload)
    await removeUpload(tx, caller.userId, params.upload)
    return {}
  }),
)
