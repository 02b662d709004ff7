import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { products } from '../../platform/db/schema/products.ts'

/** How calls of a product's engines are stored. */
export interface CallSettings {
  readonly auditCalls: boolean
  readonly keepCallsDays: number
  readonly maskedInputs: string[]
}

export async function callSettingsOf(tx: TenantTransaction, productId: string): Promise<CallSettings> {
  const [row] = await tx.q
    .select({
      auditCalls: products.auditCalls,
      keepCallsDays: products.keepCallsDays,
      maskedInputs: products.maskedInputs,
    })
    .from(products)
    .where(isRow(tx, productId))
  if (row === undefined) throw new Error(`The product ${productId} is gone`)
  return row
}

export async function changeCallSettings(
  tx: TenantTransaction,
  productId: string,
  { auditCalls, keepCallsDays, maskedInputs }: { [K in keyof CallSettings]?: CallSettings[K] | undefined },
): Promise<void> {
  const changes = {
    ...(auditCalls === undefined ? {} : { auditCalls }),
    ...(keepCallsDays === undefined ? {} : { keepCallsDays }),
    ...(maskedInputs === undefined ? {} : { maskedInputs: [...new Set(maskedInputs)] }),
  }
  if (Object.keys(changes).length > 0) await tx.q.update(products).set(changes).where(isRow(tx, productId))
}

function isRow(tx: TenantTransaction, id: string) {
  return and(eq(products.tenantId, tx.tenantId), eq(products.id, id))
}
