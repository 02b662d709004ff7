import { cloneProduct, type ClonePart, getCloneProductName } from '@sheetwright/contract/products/clone-product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { handle } from '../../platform/http/handle.ts'
import { listGrants, setGrant } from '../permissions/permission.store.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { countOwnProducts, freeProductName, insertProduct, type StoredProduct } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'

export const getCloneProductNameHandler = handle(getCloneProductName, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { name } = await existingProduct(tx, readerOf(caller), params.product)
    return { name: await freeProductName(tx, name) }
  }),
)

export const cloneProductHandler = handle(
  cloneProduct,
  ({ caller, params, body, services: { db, events }, correlationId }) =>
    withUniqueName(body.name, () =>
      db.inTenant(caller.tenantId, async (tx) => {
        const original = await existingProduct(tx, readerOf(caller), params.product)
        const taken = new Set<ClonePart>(body.copy)
        if (taken.has('permissions')) assertMay('manage', original)
        const count = () => countOwnProducts(tx, caller.userId)
        const limit = { module: 'Product', rule: 'NoOfProducts', within: caller.userId, count } as const
        await requireBelowMaximum(tx, caller, limit)
        const id = await insertProduct(tx, {
          name: body.name,
          category: taken.has('categories') ? original.category : [],
          description: taken.has('description') ? original.description : '',
          launchDate: taken.has('dates') ? original.launchDate : null,
          startDate: taken.has('dates') ? original.startDate : null,
          ownerId: caller.userId,
          coverHash: taken.has('coverImage') ? original.coverImage : null,
        })
        if (taken.has('permissions')) await copyGrants(tx, original, { id, name: body.name, ownerId: caller.userId })
        await events.publish(tx, { type: 'product.changed', id })
        const copy = await existingProduct(tx, readerOf(caller), id)
        const who = { caller, correlationId }
        await auditProduct(tx, who, { action: 'product.clone', before: original, after: copy })
        return copy
      }),
    ),
)

/** Everybody may do with the copy what they may do with the original. Its owner needs no permission. */
async function copyGrants(
  tx: TenantTransaction,
  original: StoredProduct,
  copy: { readonly id: string; readonly name: string; readonly ownerId: string },
): Promise<void> {
  const entityOf = (product: typeof copy) => ({ ...product, type: 'product', productId: product.id }) as const
  for (const { userId, groupLabel, level } of await listGrants(tx, entityOf(original))) {
    const principal =
      groupLabel === null ? ({ type: 'user', id: userId ?? '' } as const) : ({ type: 'group', id: groupLabel } as const)
    if (principal.id === copy.ownerId) continue
    await setGrant(tx, entityOf(copy), { principal, level, grantedBy: copy.ownerId })
  }
}
