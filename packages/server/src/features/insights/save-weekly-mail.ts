import { saveWeeklyMail } from '@sheetwright/contract/insights/save-weekly-mail.ts'
import { startOf } from '@sheetwright/contract/insights/zone-days.ts'
import { handle } from '../../platform/http/handle.ts'
import { askForWeeklyMail, dropWeeklyMail } from './weekly-mail.store.ts'

export const saveWeeklyMailHandler = handle(saveWeeklyMail, async ({ caller, body, services: { db } }) => {
  const week = new Date(startOf(Date.now(), 'week', 'UTC')).toISOString().slice(0, 10)
  await db.inTenant(caller.tenantId, (tx) =>
    body.wanted ? askForWeeklyMail(tx, caller.userId, body.language, week) : dropWeeklyMail(tx, caller.userId),
  )
  return { wanted: body.wanted }
})
