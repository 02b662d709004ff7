import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { setGrant } from '../permissions/permission.store.ts'
import { requireBelowMaximum, requireRule } from '../user-groups/user-group.access.ts'
import { distinctCategories } from './category-list.ts'
import { readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { countOwnProducts, insertProduct, updateProduct } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'
import { storeCover } from './store-cover.ts'

export const createProductHandler = handle(createProduct, async (context) => {
  const { caller, body, files, services, correlationId, signal } = context
  const { db, events } = services
  // Check first: pictures from a caller who may not create products are never processed.
  if (files.CoverImage !== undefined) await db.inTenant(caller.tenantId, (tx) => requireRoom(tx, caller))
  const coverHash = files.CoverImage && (await storeCover(services, caller.tenantId, files.CoverImage, signal))
  return withUniqueName(body.Name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      await requireRoom(tx, caller)
      if (body.Status !== 'Design') await requireRule(tx, caller, { module: 'Product', rule: 'StatusChange' })
      const ownerId = await personBehind(tx, caller)
      const id = await insertProduct(tx, {
        name: body.Name,
        category: distinctCategories(body.Category.split(',')),
        description: body.Description,
        launchDate: body.LaunchDate ?? null,
        startDate: body.StartDate ?? null,
        ownerId,
        coverHash: coverHash ?? null,
      })
      if (body.Status !== 'Design') await updateProduct(tx, id, { status: body.Status })
      const entity = { type: 'product', id, name: body.Name, productId: id, ownerId } as const
      const share = (label: string, level: AccessLevel) =>
        setGrant(tx, entity, { principal: { type: 'group', id: label }, level, grantedBy: ownerId }).catch(unknownGroup)
      for (const label of new Set(body.SharedWithUserGroups)) await share(label, 'view')
      // A key acts for its group, so the group gets access to what the key creates. Supervisors see everything anyway.
      if (caller.kind === 'key' && caller.personId === undefined && !readerOf(caller).seesAll) {
        for (const label of caller.groups) await share(label, 'manage')
      }
      await events.publish(tx, { type: 'product.changed', id })
      const product = await existingProduct(tx, readerOf(caller), id)
      await auditProduct(tx, { caller, correlationId }, { action: 'product.create', before: null, after: product })
      const address = `/api/v1/product/GetProduct/${id}`
      return { ...product, folderId: id, get_product_url: services.settings.origin + address }
    }),
  )
})

/** The rules of groups limit how many products a person may have. */
async function requireRoom(tx: TenantTransaction, caller: UserIdentity | KeyIdentity): Promise<void> {
  if (caller.kind === 'key' && caller.reach !== undefined) {
    throw new CallError('PERMISSION_DENIED', 'This API key is limited to products that exist already')
  }
  const ownerId = await personBehind(tx, caller)
  const count = () => countOwnProducts(tx, ownerId)
  await requireBelowMaximum(tx, caller, { module: 'Product', rule: 'NoOfProducts', within: ownerId, count })
}

function unknownGroup(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error
  throw new CallError('USER_GROUP_NOT_FOUND', 'SharedWithUserGroups names a group that does not exist')
}
