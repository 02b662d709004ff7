import { downloadExport } from '@sheetwright/contract/call-log/download-export.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { findCallExport } from './call-export.store.ts'

export const downloadExportHandler = handle(downloadExport, async ({ caller, params, services: { db, files } }) => {
  const file = await db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    // An export can hold calls of everybody. Callers who may not see all of these get only their own files.
    const job = await findJob(tx, params.job)
    if (engine.access === 'view' && !(caller.kind === 'user' && job?.userId === caller.userId)) return undefined
    return findCallExport(tx, engine.id, params.job)
  })
  if (file === undefined) throw new CallError('JOB_NOT_FOUND', 'There is no such file of calls')
  const { fileHash, fileName } = file
  const size = await files.size(caller.tenantId, fileHash)
  return {
    fileName,
    contentType: fileName.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    ...(size === undefined ? {} : { size }),
    etag: fileHash,
    open: (range) => files.open(caller.tenantId, fileHash, range),
  }
})
