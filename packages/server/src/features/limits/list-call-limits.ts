import { listCallLimits } from '@sheetwright/contract/limits/list-call-limits.ts'
import { handle } from '../../platform/http/handle.ts'
import { limitsAnswer } from './limits-answer.ts'

export const listCallLimitsHandler = handle(listCallLimits, ({ caller, services: { db, settings } }) =>
  db.inTenant(caller.tenantId, (tx) => limitsAnswer(tx, settings)),
)
