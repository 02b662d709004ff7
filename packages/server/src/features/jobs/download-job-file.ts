import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findOwnJob } from './job.access.ts'
import { findJobFile } from './job-file.store.ts'

export const downloadJobFileHandler = handle(downloadJobFile, async ({ caller, params, services: { db, files } }) => {
  const { tenantId } = caller
  const file = await db.inTenant(tenantId, async (tx) => {
    await findOwnJob(tx, caller, params.job)
    return findJobFile(tx, params.job)
  })
  if (file === undefined) throw new CallError('FILE_NOT_FOUND', 'This job has made no file')
  if (file.isExpired) throw new CallError('JOB_RESULT_EXPIRED', 'The file could be downloaded for seven days')
  const { hash, fileName } = file
  const size = await files.size(tenantId, hash)
  return {
    fileName,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => files.open(tenantId, hash, range),
  }
})
