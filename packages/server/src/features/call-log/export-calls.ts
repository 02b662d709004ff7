import { exportCalls } from '@sheetwright/contract/call-log/export-calls.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { callsFor } from './call.access.ts'
import { endOf } from './call-filter.ts'
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
      madeBy: callsFor(caller, engine),
      ...(body.StartDate === undefined ? {} : { from: new Date(body.StartDate).toISOString() }),
      ...(body.EndDate === undefined ? {} : { before: endOf(body.EndDate).toISOString() }),
    })
    return { jobId }
  })
})
