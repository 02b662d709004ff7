import { getRunStatus } from '@sheetwright/contract/ingenium/get-run-status.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePolicyRun } from './policy.access.ts'

export const getRunStatusHandler = handle(getRunStatus, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => requirePolicyRun(tx, caller, params.run)),
)
