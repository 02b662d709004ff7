import { sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from './database.ts'

/**
 * Notifies every process that listens to the channel, once the transaction is committed. This process hears it like the
 * others, from the database; use `tx.notify` if it must have heard it by the end of the transaction.
 */
export async function notifyListeners(
  { q }: Pick<SystemTransaction | TenantTransaction, 'q'>,
  channel: string,
  payload: string,
): Promise<void> {
  await q.execute(sql`SELECT pg_notify(${channel}, ${payload})`)
}
