import { and, eq, lt } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { weeklyMails } from '../../platform/db/schema/weekly-mails.ts'

function isOf(tx: TenantTransaction, userId: string) {
  return and(eq(weeklyMails.tenantId, tx.tenantId), eq(weeklyMails.userId, userId))
}

export async function wantsWeeklyMail(tx: TenantTransaction, userId: string): Promise<boolean> {
  return (await tx.q.$count(weeklyMails, isOf(tx, userId))) > 0
}

/** The first mail comes in the week after this one. */
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

/** Those who had none in the week that begins on this day. They are marked as served, once. */
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
