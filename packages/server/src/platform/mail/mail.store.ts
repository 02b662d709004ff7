import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { mails } from '../db/schema/mails.ts'

export interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

export type StoredMail = typeof mails.$inferSelect

/** Puts a mail into the outbox, in the transaction of its cause. */
export async function queueMail(tx: TenantTransaction, mail: Mail): Promise<void> {
  await tx.q.insert(mails).values({ tenantId: tx.tenantId, id: newId(), ...mail })
}

/** The outbox, newest first. */
export function listMails(tx: TenantTransaction, limit: number): Promise<StoredMail[]> {
  return tx.q
    .select()
    .from(mails)
    .where(eq(mails.tenantId, tx.tenantId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
}

export async function findMail(tx: TenantTransaction, id: string): Promise<StoredMail | undefined> {
  const [found] = await tx.q
    .select()
    .from(mails)
    .where(and(eq(mails.tenantId, tx.tenantId), eq(mails.id, id)))
  return found
}

/** The oldest due mail, claimed for a quarter of an hour so that no other process sends it too. */
export async function takeDueMail(tx: TenantTransaction): Promise<StoredMail | undefined> {
  const [due] = await tx.q
    .select()
    .from(mails)
    .where(and(eq(mails.tenantId, tx.tenantId), isNull(mails.sentAt), lte(mails.nextAttemptAt, sql`now()`)))
    .orderBy(asc(mails.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due === undefined) return undefined
  await tx.q
    .update(mails)
    .set({ attempts: due.attempts + 1, nextAttemptAt: sql`now() + interval '15 minutes'` })
    .where(and(eq(mails.tenantId, tx.tenantId), eq(mails.id, due.id)))
  return due
}

export async function markSent(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(mails)
    .set({ sentAt: sql`now()`, lastError: null })
    .where(and(eq(mails.tenantId, tx.tenantId), eq(mails.id, id)))
}

/** Retried after a minute, then two, four and so on. */
export async function markFailed(tx: TenantTransaction, { id, attempts }: StoredMail, reason: string): Promise<void> {
  const minutes = 2 ** Math.min(attempts, 8)
  await tx.q
    .update(mails)
    .set({ lastError: reason, nextAttemptAt: sql`now() + ${minutes}::int * interval '1 minute'` })
    .where(and(eq(mails.tenantId, tx.tenantId), eq(mails.id, id)))
}

/** Mail may contain sign-in links: it is not kept longer than needed. */
export async function removeOldMails(tx: TenantTransaction): Promise<void> {
  await tx.q
    .delete(mails)
    .where(and(eq(mails.tenantId, tx.tenantId), lt(mails.createdAt, sql`now() - interval '30 days'`)))
}
