import { getOwnRules } from '@sheetwright/contract/user-groups/get-own-rules.ts'
import { handle } from '../../platform/http/handle.ts'
import { effectiveRules } from './user-group.access.ts'

export const getOwnRulesHandler = handle(getOwnRules, async ({ caller, services: { db } }) => ({
  groups: [...caller.groups],
  moduleRules: await db.inTenant(caller.tenantId, (tx) => effectiveRules(tx, caller.groups)),
}))
