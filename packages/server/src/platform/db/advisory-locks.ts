import { sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from './database.ts'

/** Waits for the lock of this name or number and holds it until the transaction ends. */
export async function holdLock(
  { q }: Pick<SystemTransaction | TenantTransaction, 'q'>,
  lock: string | number,
): Promise<void> {
  const key = typeof lock === 'number' ? sql`${lock}::bigint` : sql`hashtextextended(${lock}, 0)`
  await q.execute(sql`SELECT pg_advisory_xact_lock(${key})`)
}

/** Arbitrary fixed numbers of the database locks that the processes of an installation share. */

/** Held while the database is prepared: processes that start together wait for each other. */
export const PREPARE_LOCK = 7_439_116_020

/** Held by a backup. Removal of file contents tries to take it shared, and removes nothing while a backup holds it. */
export const KEEP_FILES_LOCK = 7_439_116_030

/** Held while a process makes sure that the demo products are created once. */
export const DEMO_LOCK = 7_439_116_040

/** Held while a process creates the first users of an installation. */
export const PEOPLE_LOCK = 7_439_116_021
