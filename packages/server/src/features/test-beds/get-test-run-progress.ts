import { getTestRunProgress } from '@sheetwright/contract/test-beds/get-test-run-progress.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { runAnswer } from './run-answer.ts'
import { findRunOfJob } from './test-run.store.ts'

export const getTestRunProgressHandler = handle(getTestRunProgress, async ({ caller, params, services: { db } }) => {
  const run = await db.inTenant(caller.tenantId, (tx) => findRunOfJob(tx, caller, params.queue))
  if (run === undefined) throw new CallError('TESTRUN_NOT_FOUND', `There is no queued run "${params.queue}"`)
  return runAnswer(run)
})
