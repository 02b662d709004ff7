import { getCompilationProgress } from '@sheetwright/contract/engines/get-compilation-progress.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { requireEngine } from './engine.access.ts'
import { findUploadOfJob } from './engine-upload.store.ts'

const progressOf = {
  Pending: 'InProgress',
  InProgress: 'InProgress',
  Success: 'Success',
  Fail: 'Failed',
  Cancelled: 'Failed',
} as const

export const getCompilationProgressHandler = handle(getCompilationProgress, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const job = await findJob(tx, params.jobId)
    const upload = job && (await findUploadOfJob(tx, params.jobId))
    const missing = () => new CallError('JOB_NOT_FOUND', `There is no compilation ${params.jobId}`)
    if (!job || !upload) throw missing()
    // A first upload that failed left no engine; whoever started it may still ask.
    const isOwn = caller.kind === 'user' && job.userId === caller.userId && isCalled(upload.serviceName, params.service)
    const engine = isOwn
      ? undefined
      : await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const isMeant = upload.productId === engine?.productId && isCalled(upload.serviceName, engine.serviceName)
    if (!isOwn && !isMeant) throw missing()
    return {
      status: 'Success' as const,
      response_data: {
        status: progressOf[job.status],
        progress: job.progress,
        last_error_message: job.failureReason,
      },
    }
  }),
)

/** Names are compared as the database does, well enough to tell a mistaken address. */
function isCalled(serviceName: string, name: string): boolean {
  const key = (text: string) => text.normalize('NFKC').toLowerCase()
  return key(serviceName) === key(name) || /^[0-9a-f-]{36}$/i.test(name)
}
