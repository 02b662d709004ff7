import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { signInSessions } from '../db/schema/sign-in.ts'

export async function insertSession(
  tx: TenantTransaction,
  session: { id: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx.q.insert(signInSessions).values({ tenantId: tx.tenantId, ...session })
}

/** Records a session of an external provider; returns whether it is new. */
export async function insertOutsideSession(
  tx: TenantTransaction,
  session: { id: string; userId: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx.q
    .insert(signInSessions)
    .values({ tenantId: tx.tenantId, ...session })
    .onConflictDoNothing()
    .returning({ id: signInSessions.id })
  return rows.length > 0
}

export async function isSessionOpen(tx: TenantTransaction, id: string, userId: string): Promise<boolean> {
  const rows = await tx.q
    .select({ id: signInSessions.id })
    .from(signInSessions)
    .where(
      and(
        eq(signInSessions.tenantId, tx.tenantId),
        eq(signInSessions.id, id),
        eq(signInSessions.userId, userId),
        isNull(signInSessions.endedAt),
        sql`${signInSessions.expiresAt} > now()`,
      ),
    )
  return rows.length > 0
}

export async function endSession(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(signInSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(signInSessions.tenantId, tx.tenantId), eq(signInSessions.id, id), isNull(signInSessions.endedAt)))
}

/** Ends all sessions of a user except the one to keep. */
export async function endSessionsOf(tx: TenantTransaction, userId: string, keep?: string): Promise<void> {
  await tx.q
    .update(signInSessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(signInSessions.tenantId, tx.tenantId),
        eq(signInSessions.userId, userId),
        isNull(signInSessions.endedAt),
        keep === undefined ? undefined : ne(signInSessions.id, keep),
      ),
    )
}

/** Removes rows of sessions a day after they can no longer be used, also for people who only ever return. */
export async function removeOldSessions(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.q
    .delete(signInSessions)
    .where(
      and(
        eq(signInSessions.tenantId, tx.tenantId),
        eq(signInSessions.userId, userId),
        sql`${signInSessions.expiresAt} < now() - interval '1 day'`,
      ),
    )
}
