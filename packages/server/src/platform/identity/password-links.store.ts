import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { passwordLinks } from '../db/schema/sign-in.ts'

/** Lifetime of a link, in hours. An invitation may stay unread over a weekend. */
export const linkHours = { invitation: 7 * 24, forgotten: 1 } as const

/** Creates a link for choosing a password; returns its secret part, which is not stored. */
export async function insertPasswordLink(tx: TenantTransaction, userId: string, hours: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx.q
    .delete(passwordLinks)
    .where(and(eq(passwordLinks.tenantId, tx.tenantId), lt(passwordLinks.expiresAt, sql`now()`)))
  await tx.q.insert(passwordLinks).values({
    tenantId: tx.tenantId,
    tokenHash: hashed(secret),
    userId,
    expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000),
  })
  return secret
}

/** The user of a link; undefined if it is unknown, used or too old. */
export async function ownerOfLink(tx: TenantTransaction, secret: string): Promise<string | undefined> {
  const rows = await tx.q
    .select({ userId: passwordLinks.userId })
    .from(passwordLinks)
    .where(
      and(
        eq(passwordLinks.tenantId, tx.tenantId),
        eq(passwordLinks.tokenHash, hashed(secret)),
        gt(passwordLinks.expiresAt, sql`now()`),
      ),
    )
  return rows[0]?.userId
}

/** After choosing a password, none of the user's links works any more. */
export async function removeLinksOf(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.q.delete(passwordLinks).where(and(eq(passwordLinks.tenantId, tx.tenantId), eq(passwordLinks.userId, userId)))
}

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
