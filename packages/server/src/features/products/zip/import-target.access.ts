import type { ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../../platform/http/caller.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { personBehind } from '../../api-keys/api-key.access.ts'
import { requireBelowMaximum, requireRule } from '../../user-groups/user-group.access.ts'
import { assertMay, readerOf } from '../product.access.ts'
import { countOwnProducts, findProduct } from '../product.store.ts'

/** Refuses to import what the caller's groups may not add. */
export async function requireImportRules(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  { engines, documents }: Pick<ProductManifest, 'engines' | 'documents'>,
): Promise<void> {
  if (engines.length > 0) await requireRule(tx, caller, { module: 'ProductEngine', rule: 'Add' })
  if (documents.length === 0) return
  await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddDocumentation' })
  await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddBrochure' })
}

/** Whether a caller may change what the product requires before publishing. */
export async function managesProduct(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  productId: string,
): Promise<boolean> {
  if (caller.kind !== 'user') return false
  const product = await findProduct(tx, readerOf(caller), productId)
  return product?.access === 'manage'
}

/** Id of the product that an import adds to, or undefined to create one; refuses if the caller lacks permission. */
export async function targetOf(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  name: string,
  { engines, documents }: ProductManifest,
): Promise<string | undefined> {
  await requireImportRules(tx, caller, { engines, documents })
  const product = await findProduct(tx, readerOf(caller), name)
  if (product !== undefined) {
    assertMay('edit', product)
    return product.id
  }
  // A name taken by a product that the caller may not see is not available either.
  const ownerId = await personBehind(tx, caller)
  if ((await findProduct(tx, { userId: ownerId, groups: [], seesAll: true }, name)) !== undefined) {
    throw new CallError('PRODUCT_ALREADY_EXISTS', `There is already a product with the name "${name}"`)
  }
  const count = () => countOwnProducts(tx, ownerId)
  const limit = { module: 'Product', rule: 'NoOfProducts', within: ownerId, count } as const
  await requireBelowMaximum(tx, caller, limit)
  return undefined
}
