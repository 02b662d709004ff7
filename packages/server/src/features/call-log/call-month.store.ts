import { eq, max, sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from '../../platform/db/database.ts'
import { products } from '../../platform/db/schema/products.ts'

/** Months that exist before their first call. */
const monthsAhead = 3

/** Makes the coming months of the call log; returns how many were missing. */
export async function makeCallMonths(tx: SystemTransaction): Promise<number> {
  const { rows } = await tx.q.execute<{ made: number }>(sql`SELECT make_call_months(${monthsAhead}) AS made`)
  return rows[0]?.made ?? 0
}

/** Drops the months that ended more than this many days ago; returns how many. */
export async function dropCallMonths(tx: SystemTransaction, days: number): Promise<number> {
  const { rows } = await tx.q.execute<{ dropped: number }>(
    sql`SELECT drop_call_months(now() - ${days}::integer * interval '1 day') AS dropped`,
  )
  return rows[0]?.dropped ?? 0
}

/** The longest time that a product of the tenant keeps calls. */
export async function longestKeptDays(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.q
    .select({ days: max(products.keepCallsDays) })
    .from(products)
    .where(eq(products.tenantId, tx.tenantId))
  return row?.days ?? 0
}
