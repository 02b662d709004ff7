import { downloadExport, exportCalls } from '@sheetwright/contract/call-log/export-calls.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { endOf } from './call-filter.ts'
import { findCallExport } from './call-export.store.ts'
import { downloadLogs } from './download-logs.job.ts'

export const exportCallsHandler = handle(exportCalls, async ({ caller, params, body, services }) => {
  const { db, jobs, execution } = services
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const jobId = await jobs.enqueue(tx, downloadLogs, caller.userId, {
      Name: `${engine.serviceName} calls`,
      productId: engine.productId,
      engineId: engine.id,
      format: body.Format,
      search: body.Search.trim(),
      errorsOnly: body.ErrorsOnly,
      ...(body.StartDate === undefined ? {} : { from: new Date(body.StartDate).toISOString() }),
      ...(body.EndDate === undefined ? {} : { before: endOf(body.EndDate).toISOString() }),
    })
    return { jobId }
  })
})

export const downloadExportHandler = handle(downloadExport, async ({ caller, params, services: { db, files } }) => {
  const file = await db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
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
