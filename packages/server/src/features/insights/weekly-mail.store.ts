import { and, eq, lt } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { weeklyMails } from '../../platform/db/schema/weekly-mails.ts'

function isOf(tx: TenantTransaction, userId: string) {
  return and(eq(weeklyMails.tenantId, tx.tenantId), eq(weeklyMails.userId, userId))
}

export async function wantsWeeklyMail(tx: TenantTransaction, userId: string): Promise<boolean> {
  return (await tx.q.$count(weeklyMails, isOf(tx, userId))) > 0
}

/** The first mail is sent next week. */
export async function askForWeeklyMail(
  tx: TenantTransaction,
  userId: string,
  language: 'en' | 'ja',
  week: string,
): Promise<void> {
  await tx.q
    .insert(weeklyMails)
    .values({ tenantId: tx.tenantId, userId, language, sentWeek: week })
    .onConflictDoUpdate({ target: [weeklyMails.tenantId, weeklyMails.userId], set: { language } })
}

export async function dropWeeklyMail(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.q.delete(weeklyMails).where(isOf(tx, userId))
}

/** Subscribers without a mail in the week that starts on this day. Marks them as served. */
export async function takeWeeklyMails(
  tx: TenantTransaction,
  week: string,
): Promise<{ userId: string; language: 'en' | 'ja' }[]> {
  return tx.q
    .update(weeklyMails)
    .set({ sentWeek: week })
    .where(and(eq(weeklyMails.tenantId, tx.tenantId), lt(weeklyMails.sentWeek, week)))
    .returning({ userId: weeklyMails.userId, language: weeklyMails.language })
}
