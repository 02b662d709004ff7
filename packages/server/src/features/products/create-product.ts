import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { setGrant } from '../permissions/permission.store.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { distinctCategories } from './category-list.ts'
import { readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { countOwnProducts, insertProduct } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'
import { storeCover } from './store-cover.ts'

export const createProductHandler = handle(createProduct, async (context) => {
  const { caller, body, files, services, correlationId, signal } = context
  const { db, events } = services
  // Before the work: whoever may not make products does not have pictures made smaller either.
  if (files.CoverImage !== undefined) await db.inTenant(caller.tenantId, (tx) => requireRoom(tx, caller))
  const coverHash = files.CoverImage && (await storeCover(services, caller.tenantId, files.CoverImage, signal))
  return withUniqueName(body.Name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      await requireRoom(tx, caller)
      const id = await insertProduct(tx, {
        name: body.Name,
        category: distinctCategories(body.Category.split(',')),
        description: body.Description,
        launchDate: body.LaunchDate ?? null,
        startDate: body.StartDate ?? null,
        ownerId: caller.userId,
        coverHash: coverHash ?? null,
      })
      const entity = { type: 'product', id, name: body.Name, productId: id, ownerId: caller.userId } as const
      for (const label of new Set(body.SharedWithUserGroups)) {
        const principal = { type: 'group', id: label } as const
        await setGrant(tx, entity, { principal, level: 'view', grantedBy: caller.userId }).catch(unknownGroup)
      }
      await events.publish(tx, { type: 'product.changed', id })
      const product = await existingProduct(tx, readerOf(caller), id)
      await auditProduct(tx, { caller, correlationId }, { action: 'product.create', before: null, after: product })
      return product
    }),
  )
})

/** The rules of groups say how many products somebody may have. */
async function requireRoom(tx: TenantTransaction, caller: UserIdentity): Promise<void> {
  const count = () => countOwnProducts(tx, caller.userId)
  await requireBelowMaximum(tx, caller, { module: 'Product', rule: 'NoOfProducts', within: caller.userId, count })
}

function unknownGroup(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error
  throw new CallError('USER_GROUP_NOT_FOUND', 'SharedWithUserGroups names a group that does not exist')
}
