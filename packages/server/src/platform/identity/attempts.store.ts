import { eq, sql } from 'drizzle-orm'
import type { SystemTransaction } from '../db/database.ts'
import { signInAttempts } from '../db/schema/sign-in.ts'

export interface AttemptLimit {
  readonly key: string
  /** Failures without a wait; each further one doubles the wait. */
  readonly free: number
}

const firstWaitSeconds = 15
const longestWaitSeconds = 15 * 60

/**
 * Counts an attempt before the password is checked, so that parallel guesses cannot slip past the limit: the row lock
 * serialises the counts. Returns the seconds that the caller has to wait; 0 if the attempt may go on. A success takes
 * the count back.
 */
export async function countAttempt(tx: SystemTransaction, limits: readonly AttemptLimit[]): Promise<number> {
  for (const { key, free } of limits) {
    const isOld = sql`sign_in_attempts.updated_at < clock_timestamp() - interval '30 minutes'`
    const failures = sql`CASE WHEN ${isOld} THEN 1 ELSE sign_in_attempts.failures + 1 END`
    const seconds = sql`least(${longestWaitSeconds}::int, ${firstWaitSeconds}::int * power(2, least(20, ${failures} - ${free}::int)))`
    const counted = await tx.q.execute(sql`
      INSERT INTO sign_in_attempts (key, failures) VALUES (${key}, 1)
      ON CONFLICT (key) DO UPDATE SET
        failures = ${failures},
        updated_at = clock_timestamp(),
        blocked_until = CASE WHEN ${failures} >= ${free}::int
          THEN clock_timestamp() + ${seconds} * interval '1 second' END
      WHERE coalesce(sign_in_attempts.blocked_until <= clock_timestamp(), true)
      RETURNING key`)
    if (counted.rowCount === 0) return waitOf(tx, key)
  }
  return 0
}

async function waitOf(tx: SystemTransaction, key: string): Promise<number> {
  const rows = await tx.q
    .select({ wait: sql<number>`ceil(extract(epoch FROM ${signInAttempts.blockedUntil} - clock_timestamp()))::int` })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key))
  return Math.max(1, rows[0]?.wait ?? 1)
}

/** The password was right: the account starts afresh, and the address gets this attempt back. */
export async function forgiveAttempt(tx: SystemTransaction, account: string, address?: string): Promise<void> {
  await tx.q.delete(signInAttempts).where(eq(signInAttempts.key, account))
  if (address === undefined) return
  await tx.q
    .update(signInAttempts)
    .set({ failures: sql`greatest(0, ${signInAttempts.failures} - 1)`, blockedUntil: null })
    .where(eq(signInAttempts.key, address))
}

export async function removeOldAttempts(tx: SystemTransaction): Promise<void> {
  await tx.q.delete(signInAttempts).where(sql`${signInAttempts.updatedAt} < now() - interval '1 day'`)
}
