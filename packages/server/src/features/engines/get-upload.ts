import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { requireUpload } from './engine-upload.access.ts'

export const getUploadHandler = handle(getUpload, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const upload = await requireUpload(tx, caller, params.upload)
    const { state, jobId } = upload
    const job = jobId === null ? undefined : await findJob(tx, jobId)
    const result = job?.status === 'Success' ? (job.result as EngineUploadResult) : null
    const asked = job?.data['correlationId']
    const correlationId = typeof asked === 'string' ? asked : ''
    return { state, jobId, failure: upload.failure && { ...upload.failure, correlationId }, result }
  }),
)
