import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { lockProduct, type StoredProduct, updateProduct } from './product.store.ts'
import { existingProduct } from './product-failures.ts'

export function setCover(
  {
    caller,
    services: { db, events },
    correlationId,
  }: { caller: UserIdentity | KeyIdentity; services: Services; correlationId: string },
  idOrName: string,
  coverHash: string | null,
): Promise<StoredProduct> {
  return db.inTenant(caller.tenantId, async (tx) => {
    const { id, ...found } = await existingProduct(tx, readerOf(caller), idOrName)
    assertMay('edit', found)
    await lockProduct(tx, id)
    const before = await existingProduct(tx, readerOf(caller), id)
    await updateProduct(tx, id, { coverHash })
    await events.publish(tx, { type: 'product.changed', id })
    const after = await existingProduct(tx, readerOf(caller), id)
    await auditProduct(tx, { caller, correlationId }, { action: 'product.update', before, after })
    return after
  })
}
