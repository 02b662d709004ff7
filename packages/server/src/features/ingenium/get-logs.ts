import { getLogs } from '@sheetwright/contract/ingenium/get-logs.ts'
import { handle } from '../../platform/http/handle.ts'
import { policyParts } from './policy-run.store.ts'
import { requirePolicyRun } from './policy.access.ts'
import { readLog } from './read-log.ts'

export const getLogsHandler = handle(getLogs, async ({ caller, body, services: { db, files } }) => {
  const parts = await db.inTenant(caller.tenantId, async (tx) => {
    const run = await requirePolicyRun(tx, caller, body.run)
    return policyParts(tx, run.id)
  })
  const { lines, total } = await readLog(files, caller.tenantId, parts, body)
  return { logRequest: body, ingeniumLogs: lines, total, totalPages: Math.ceil(total / body.pageSize) }
})
