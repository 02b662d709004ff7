import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { listDeleted } from '@sheetwright/contract/products/list-deleted.ts'
import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { keptDays } from './product.store.ts'

const most = 500

type Row = Omit<ResultOf<typeof listDeleted>[number], 'deletedAt' | 'keptUntil'> & {
  readonly deletedAt: Date
  readonly keptUntil: Date
}

/** Products and engines that can be restored. Engines of a deleted product are restored with it. */
export async function listDeletedThings(tx: TenantTransaction): Promise<ResultOf<typeof listDeleted>> {
  const { rows } = await tx.q.execute<Row & Record<string, unknown>>(sql`
    SELECT d.type, d.id, d.name, d.product_id AS "productId", d.product_name AS "productName",
      d.deleted_at AS "deletedAt", u.full_name AS "deletedBy", d.deleted_at + ${keptDays} * interval '1 day' AS "keptUntil"
    FROM (
      SELECT 'product' AS type, p.tenant_id, p.id, p.name, p.id AS product_id, p.name AS product_name, p.deleted_at, p.deleted_by
      FROM products AS p WHERE p.deleted_at IS NOT NULL
      UNION ALL
      SELECT 'engine', e.tenant_id, e.id, e.service_name, p.id, p.name, e.deleted_at, e.deleted_by
      FROM engines AS e INNER JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id
      WHERE e.deleted_at IS NOT NULL AND p.deleted_at IS NULL) AS d
    LEFT JOIN users AS u ON u.tenant_id = d.tenant_id AND u.id = d.deleted_by
    WHERE d.tenant_id = ${tx.tenantId} AND d.deleted_at > now() - ${keptDays} * interval '1 day'
    ORDER BY d.deleted_at DESC LIMIT ${most}`)
  return rows.map((row) => ({
    ...row,
    deletedAt: new Date(row.deletedAt).toISOString(),
    keptUntil: new Date(row.keptUntil).toISOString(),
  }))
}
