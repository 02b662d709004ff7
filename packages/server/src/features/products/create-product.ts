import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { setGrant } from '../permissions/permission.store.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { distinctCategories } from './category-list.ts'
import { readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { countOwnProducts, insertProduct } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'

export const createProductHandler = handle(createProduct, ({ caller, body, services: { db, events }, correlationId }) =>
  withUniqueName(body.Name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const count = () => countOwnProducts(tx, caller.userId)
      const limit = { module: 'Product', rule: 'NoOfProducts', within: caller.userId, count } as const
      await requireBelowMaximum(tx, caller, limit)
      const id = await insertProduct(tx, {
        name: body.Name,
        category: distinctCategories(body.Category.split(',')),
        description: body.Description,
        launchDate: body.LaunchDate ?? null,
        startDate: body.StartDate ?? null,
        ownerId: caller.userId,
        coverHash: null,
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
  ),
)

function unknownGroup(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error
  throw new CallError('USER_GROUP_NOT_FOUND', 'SharedWithUserGroups names a group that does not exist')
}
