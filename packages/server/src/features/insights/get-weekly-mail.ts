import { getWeeklyMail } from '@sheetwright/contract/insights/get-weekly-mail.ts'
import { handle } from '../../platform/http/handle.ts'
import { wantsWeeklyMail } from './weekly-mail.store.ts'

export const getWeeklyMailHandler = handle(getWeeklyMail, async ({ caller, services: { db } }) => ({
  wanted: await db.inTenant(caller.tenantId, (tx) => wantsWeeklyMail(tx, caller.userId)),
}))
