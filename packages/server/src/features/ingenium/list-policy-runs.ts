import { listPolicyRuns } from '@sheetwright/contract/ingenium/list-policy-runs.ts'
import { handle } from '../../platform/http/handle.ts'
import { listPolicyRuns as readRuns } from './policy-run.store.ts'
import { seenRunsOf } from './policy.access.ts'

export const listPolicyRunsHandler = handle(listPolicyRuns, ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  const wanted = { page, pageSize, search, oldestFirst: sort === 'createdAt' }
  return db.inTenant(caller.tenantId, (tx) => readRuns(tx, seenRunsOf(caller), wanted))
})
