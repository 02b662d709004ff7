import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { handle } from '../../platform/http/handle.ts'
import { runAnswer } from './run-answer.ts'
import { requireRun } from './test-bed.access.ts'

export const getTestRunHandler = handle(getTestRun, async ({ caller, params, services: { db } }) =>
  runAnswer(await db.inTenant(caller.tenantId, (tx) => requireRun(tx, caller, params.run, 'read'))),
)
