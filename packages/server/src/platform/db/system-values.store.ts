import { eq } from 'drizzle-orm'
import type { SystemTransaction } from './database.ts'
import { systemValues } from './schema/system-values.ts'

/** The value of a key; undefined if there is none. The caller knows (and checks) the shape. */
export async function readSystemValue(tx: SystemTransaction, key: string): Promise<unknown> {
  const rows = await tx.q.select({ value: systemValues.value }).from(systemValues).where(eq(systemValues.key, key))
  return rows[0]?.value
}

/** The same, locked against changes until the transaction ends. */
export async function lockSystemValue(tx: SystemTransaction, key: string): Promise<unknown> {
  const rows = await tx.q.select().from(systemValues).where(eq(systemValues.key, key)).for('update')
  return rows[0]?.value
}

/**
 * The value of a key, created on first use. Several processes that start at once agree on one: the first to store it
 * wins and the others read it.
 */
export async function readOrMakeSystemValue(
  tx: SystemTransaction,
  key: string,
  make: () => Promise<unknown>,
): Promise<unknown> {
  const present = await readSystemValue(tx, key)
  if (present !== undefined) return present
  await tx.q
    .insert(systemValues)
    .values({ key, value: await make() })
    .onConflictDoNothing()
  return readSystemValue(tx, key)
}

export async function writeSystemValue(tx: SystemTransaction, key: string, value: unknown): Promise<void> {
  await tx.q
    .insert(systemValues)
    .values({ key, value })
    .onConflictDoUpdate({ target: systemValues.key, set: { value } })
}
