import { cancelPolicies } from '@sheetwright/contract/ingenium/cancel-policies.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePolicyRun } from './policy.access.ts'

export const cancelPoliciesHandler = handle(cancelPolicies, ({ caller, params, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const run = await requirePolicyRun(tx, caller, params.run)
    await jobs.cancel(tx, run.taskQueueId)
    return requirePolicyRun(tx, caller, run.id)
  }),
)
