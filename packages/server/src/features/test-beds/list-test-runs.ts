import { listTestRuns } from '@sheetwright/contract/test-beds/list-test-runs.ts'
import { handle } from '../../platform/http/handle.ts'
import { runAnswer } from './run-answer.ts'
import { listRuns } from './test-run.store.ts'

export const listTestRunsHandler = handle(listTestRuns, async ({ caller, body, services: { db } }) => {
  const { page, pageSize, search } = body
  const wanted = { page, pageSize, search, oldestFirst: body.sort === 'createdAt' }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => listRuns(tx, caller, wanted))
  return { items: items.map(runAnswer), count }
})
