import type { EntityType } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { findProduct, ownerOfProduct } from '../products/product.store.ts'
import type { ProtectedEntity } from './permission.store.ts'

/** An entity whose permissions people can view and change. */
export interface ManagedEntity extends ProtectedEntity {
  readonly type: EntityType
}

type Find = (tx: TenantTransaction, caller: UserIdentity, id: string) => Promise<ManagedEntity>

/** How each kind of entity is found; only its managers find it. */
const managed: Record<EntityType, Find> = {
  product: async (tx, caller, id) => {
    const product = await findProduct(tx, readerOf(caller), id)
    if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${id}"`)
    assertMay('manage', product)
    return { type: 'product', id: product.id, name: product.name, productId: product.id, ownerId: product.ownerId }
  },
  engine: async (tx, caller, id) => {
    const { productId, serviceName } = await requireEngineById(tx, caller, id, 'manage')
    const ownerId = (await ownerOfProduct(tx, productId)) ?? ''
    return { type: 'engine', id, name: serviceName, productId, ownerId }
  },
}

export function managedEntity(
  tx: TenantTransaction,
  caller: UserIdentity,
  { entityType, entityId }: { entityType: EntityType; entityId: string },
): Promise<ManagedEntity> {
  return managed[entityType](tx, caller, entityId)
}
