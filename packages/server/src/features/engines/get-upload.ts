import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { requireOn } from '../permissions/entity.access.ts'
import { engineIdOf } from './engine.store.ts'
import { findUpload } from './engine-upload.store.ts'

export const getUploadHandler = handle(getUpload, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const missing = () => new CallError('FILE_NOT_FOUND', `There is no upload ${params.upload}`)
    const upload = await findUpload(tx, params.upload)
    if (upload === undefined) throw missing()
    const { productId, serviceName, state, jobId } = upload
    const id = await engineIdOf(tx, productId, serviceName)
    // It may be a draft, which is for those who edit; before it became an engine, for those who edit the product.
    const type = id === undefined ? 'product' : 'engine'
    await requireOn(tx, caller, { type, id: id ?? productId, productId, serviceName }, 'write', missing)
    const job = jobId === null ? undefined : await findJob(tx, jobId)
    const result = job?.status === 'Success' ? (job.result as EngineUploadResult) : null
    const asked = job?.data['correlationId']
    const correlationId = typeof asked === 'string' ? asked : ''
    return { state, jobId, failure: upload.failure && { ...upload.failure, correlationId }, result }
  }),
)
