import { downloadTestRun } from '@sheetwright/contract/test-beds/download-test-run.ts'
import { handle } from '../../platform/http/handle.ts'
import { resultsCsv, resultsExcel } from './download-results.job.ts'
import { requireRun } from './test-bed.access.ts'

export const downloadTestRunHandler = handle(downloadTestRun, ({ caller, params, body, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const run = await requireRun(tx, caller, params.run, 'read')
    const job = body.format === 'CSV' ? resultsCsv : resultsExcel
    const data = { Name: `${run.testbedName} ${run.revision}`, productId: run.productId, runId: run.id }
    return { taskQueueId: await jobs.enqueue(tx, job, caller.userId, data) }
  }),
)
