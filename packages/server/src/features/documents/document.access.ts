import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findLiveProduct, findProduct, type StoredProduct } from '../products/product.store.ts'
import { requireRule } from '../user-groups/user-group.access.ts'
import { findDocument, type StoredDocument } from './document.store.ts'
import { findSection, type StoredSection } from './section.store.ts'

/** The product that a call names, for actions on all its contents. */
export async function productFor(
  tx: TenantTransaction,
  caller: UserIdentity,
  idOrName: string,
  level: AccessLevel,
): Promise<StoredProduct> {
  const product = await findProduct(tx, readerOf(caller), idOrName)
  if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${idOrName}"`)
  assertMay(level, product)
  return product
}

export interface FoundDocument {
  readonly document: StoredDocument
  readonly product: { readonly id: string; readonly name: string }
}

/**
 * The document that a call names. The caller reaches it through the product or through a permission of its own; a
 * document that the caller may not see does not exist, in this product or any other.
 */
export async function documentFor(
  tx: TenantTransaction,
  caller: UserIdentity,
  named: { readonly product: string; readonly document: string },
  level: AccessLevel,
  state: 'live' | 'deleted' = 'live',
): Promise<FoundDocument> {
  const product = await findLiveProduct(tx, named.product)
  if (product === undefined) throw documentNotFound(named.document)
  const document = await findDocument(tx, caller, product.id, named.document, state)
  if (document === undefined) throw documentNotFound(named.document)
  assertMay(level, document)
  return { document, product }
}

export function documentNotFound(id: string): CallError {
  return new CallError('DOCUMENT_NOT_FOUND', `There is no document "${id}" in this product`)
}

/** A section of a product whose documents the caller may change. */
export async function sectionFor(
  tx: TenantTransaction,
  product: { readonly id: string },
  idOrName: string,
): Promise<StoredSection> {
  const section = await findSection(tx, product.id, idOrName)
  if (section === undefined) {
    throw new CallError('SECTION_NOT_FOUND', `The product has no section "${idOrName}"`)
  }
  return section
}

/** Refuses to add to a section if the caller's groups do not allow it. */
export async function requireAdding(
  tx: TenantTransaction,
  caller: UserIdentity,
  section: StoredSection,
): Promise<void> {
  await requireRule(tx, caller, { module: 'ProductDocument', rule: section.addRule })
}
