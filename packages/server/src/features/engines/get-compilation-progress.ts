import { getCompilationProgress } from '@sheetwright/contract/engines/get-compilation-progress.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { seenProduct } from './engine.access.ts'
import { engineIdOf } from './engine.store.ts'
import { requireUpload } from './engine-upload.access.ts'
import { findUploadOfJob } from './engine-upload.store.ts'
import { unknownCounts, workbookCounts } from './workbook-counts.ts'

const progressOf = {
  Pending: 'InProgress',
  InProgress: 'InProgress',
  Success: 'Success',
  Fail: 'Failed',
  Cancelled: 'Failed',
} as const

export const getCompilationProgressHandler = handle(getCompilationProgress, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const missing = () => new CallError('JOB_NOT_FOUND', `There is no compilation ${params.jobId}`)
    const { id: productId } = await seenProduct(tx, caller, params.folder)
    const job = await findJob(tx, params.jobId)
    const upload = job && (await findUploadOfJob(tx, params.jobId))
    if (!job || upload?.productId !== productId) throw missing()
    await requireUpload(tx, caller, upload.id)
    // A service is addressed by its name, or by its id once it exists.
    const isMeant =
      isCalled(upload.serviceName, params.service) ||
      (await engineIdOf(tx, productId, upload.serviceName)) === params.service.toLowerCase()
    if (!isMeant) throw missing()
    const isBuilt = job.status === 'Success'
    return {
      status: 'Success' as const,
      response_data: {
        status: progressOf[job.status],
        progress: isBuilt ? 100 : job.progress,
        last_error_message: job.failureReason,
        ...(isBuilt ? workbookCounts(job.result as EngineUploadResult) : unknownCounts),
      },
    }
  }),
)

/** Compares names roughly as the database does: good enough to detect a wrong address. */
function isCalled(serviceName: string, name: string): boolean {
  const key = (text: string) => text.normalize('NFKC').toLowerCase()
  return key(serviceName) === key(name)
}
