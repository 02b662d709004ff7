import { startOf } from '@sheetwright/contract/insights/zone-days.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { membershipOf } from '../../platform/identity/group-rules.ts'
import { findUser } from '../../platform/identity/users.store.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'
import type { Services } from '../../services.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { enginesInSight, sumUsage, sumUsageBy } from './usage.store.ts'
import { takeWeeklyMails } from './weekly-mail.store.ts'
import { weeklyMailText } from './weekly-mail-text.ts'
import { spansOfPoints } from './whole-spans.ts'

const weekMs = 7 * 86_400_000
const mostEngines = 5

/** Each Monday, in UTC, sends subscribers a mail about the previous week. */
export const weeklyMails: Schedule = {
  name: 'weekly-mails',
  everySeconds: 3600,
  run: async (services, signal) => {
    for (const tenantId of await services.db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      await sendWeeklyMails(services, tenantId, Date.now())
    }
  },
}

export async function sendWeeklyMails({ db, settings }: Services, tenantId: string, now: number): Promise<void> {
  const monday = startOf(now, 'week', 'UTC')
  await db.inTenant(tenantId, async (tx) => {
    for (const { userId, language } of await takeWeeklyMails(tx, dayOf(monday))) {
      const person = await identityOf(tx, userId)
      if (person === undefined) continue
      const engines = await enginesInSight(tx, person)
      const query = (from: number, to: number) => ({ ranges: spansOfPoints([from], to), engines, userId, filter: {} })
      const last = query(monday - weekMs, monday)
      const used = await sumUsageBy(tx, last, 'engine')
      const mail = weeklyMailText(language, {
        origin: settings.origin,
        from: dayOf(monday - weekMs),
        to: dayOf(monday - 1),
        week: await sumUsage(tx, last),
        before: await sumUsage(tx, query(monday - 2 * weekMs, monday - weekMs)),
        engines: used.slice(0, mostEngines).map(({ key, sums }) => ({
          name: engines.find(({ id }) => id === key)?.serviceName ?? '',
          calls: sums.calls,
          errors: sums.errors,
        })),
      })
      await queueMail(tx, { recipient: person.email, ...mail })
    }
  })
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The person's current permissions; disabled people get no mail. */
async function identityOf(tx: TenantTransaction, userId: string): Promise<UserIdentity | undefined> {
  const user = await findUser(tx, userId)
  if (user === undefined || !user.isActive) return undefined
  const { groups, role } = membershipOf(user.groups)
  if (role === null) return undefined
  return {
    kind: 'user',
    tenantId: tx.tenantId,
    tenantName: '',
    userId: user.id,
    username: user.username,
    displayName: user.fullName,
    email: user.email,
    groups,
    isAdmin: role === 'supervisor',
    isSuperuser: user.isSuperuser,
  }
}
