import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { waitForJob } from '../../platform/jobs/wait-for-job.ts'
import type { Services } from '../../services.ts'
import type { StartedUpload } from './begin-upload.ts'
import { findUpload } from './engine-upload.store.ts'

/** Waits until an upload is built and returns its result; throws the job's error, if it failed. */
export async function waitForBuild(
  services: Services,
  tenantId: string,
  { jobId, uploadId, userId }: StartedUpload,
  signal: AbortSignal,
): Promise<EngineUploadResult> {
  const job = await waitForJob(services, { tenantId, userId, jobId }, signal)
  if (job?.status === 'Success') return job.result as EngineUploadResult
  if (signal.aborted)
    throw new CallError('SERVICE_UNAVAILABLE', 'The server is stopping; the upload goes on', undefined, 5)
  const upload = await services.db.inTenant(tenantId, (tx) => findUpload(tx, uploadId))
  if (upload?.failure) throw new CallError(upload.failure.code, upload.failure.message, upload.failure.errors)
  if (job?.status === 'Cancelled') throw new CallError('CONFLICT', 'The upload was cancelled')
  throw new CallError('INTERNAL_SERVER_ERROR', 'The workbook could not be built. It has been logged.')
}
