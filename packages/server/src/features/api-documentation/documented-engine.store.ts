import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'

/** The live engines of a product, by name. */
export async function engineIdsOf(tx: TenantTransaction, productId: string): Promise<string[]> {
  const { rows } = await tx.q.execute<{ id: string }>(sql`
    SELECT id FROM engines WHERE tenant_id = ${tx.tenantId} AND product_id = ${productId} AND deleted_at IS NULL
    ORDER BY service_name COLLATE name_order, id`)
  return rows.map(({ id }) => id)
}
