import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { products } from '../../platform/db/schema/products.ts'

/** How the calls of a product's engines are kept. */
export interface CallSettings {
  readonly auditCalls: boolean
  readonly keepCallsDays: number
}

export async function callSettingsOf(tx: TenantTransaction, productId: string): Promise<CallSettings> {
  const [row] = await tx.q
    .select({ auditCalls: products.auditCalls, keepCallsDays: products.keepCallsDays })
    .from(products)
    .where(isRow(tx, productId))
  if (row === undefined) throw new Error(`The product ${productId} is gone`)
  return row
}

export async function changeCallSettings(
  tx: TenantTransaction,
  productId: string,
  { auditCalls, keepCallsDays }: { auditCalls?: boolean | undefined; keepCallsDays?: number | undefined },
): Promise<void> {
  if (auditCalls === undefined && keepCallsDays === undefined) return
  await tx.q
    .update(products)
    .set({
      ...(auditCalls === undefined ? {} : { auditCalls }),
      ...(keepCallsDays === undefined ? {} : { keepCallsDays }),
    })
    .where(isRow(tx, productId))
}

function isRow(tx: TenantTransaction, id: string) {
  return and(eq(products.tenantId, tx.tenantId), eq(products.id, id))
}
