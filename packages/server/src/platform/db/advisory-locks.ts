import { sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from './database.ts'

/** Waits for a lock of this name or number and holds it until the transaction ends. */
export async function holdLock(
  { q }: Pick<SystemTransaction | TenantTransaction, 'q'>,
  lock: string | number,
): Promise<void> {
  const key = typeof lock === 'number' ? sql`${lock}::bigint` : sql`hashtextextended(${lock}, 0)`
  await q.execute(sql`SELECT pg_advisory_xact_lock(${key})`)
}

/** Fixed numbers that processes of one installation lock in the database; the values mean nothing. */

/** Held while the database is made ready: processes that start at once wait for each other. */
export const PREPARE_LOCK = 7_439_116_020

/** Held by a backup; whoever removes file contents takes it shared and leaves them alone while it is held. */
export const KEEP_FILES_LOCK = 7_439_116_030

/** Held while a process sees to it that the demo products are made once. */
export const DEMO_LOCK = 7_439_116_040

/** Held while a process makes the first people of an installation. */
export const PEOPLE_LOCK = 7_439_116_021
