import { cancelTestRun } from '@sheetwright/contract/test-beds/cancel-test-run.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { runAnswer } from './run-answer.ts'
import { requireRun } from './test-bed.access.ts'
import { findRunOfJob } from './test-run.store.ts'

export const cancelTestRunHandler = handle(cancelTestRun, ({ caller, params, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const found = await findRunOfJob(tx, caller, params.queue)
    if (found === undefined) throw new CallError('TESTRUN_NOT_FOUND', `There is no queued run "${params.queue}"`)
    await requireRun(tx, caller, found.id, 'write')
    await jobs.cancel(tx, found.testbedQueueId)
    return runAnswer(await requireRun(tx, caller, found.id, 'read'))
  }),
)
