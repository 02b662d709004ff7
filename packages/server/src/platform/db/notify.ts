import { sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from './database.ts'

/**
 * Tells every process that listens to the channel, once the transaction is committed. This process hears it like the
 * others, when the database passes it on; `tx.notify` is for what it must have heard by the end of the transaction.
 */
export async function notifyListeners(
  { q }: Pick<SystemTransaction | TenantTransaction, 'q'>,
  channel: string,
  payload: string,
): Promise<void> {
  await q.execute(sql`SELECT pg_notify(${channel}, ${payload})`)
}
