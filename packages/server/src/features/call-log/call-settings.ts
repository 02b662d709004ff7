import { getCallSettings, saveCallSettings } from '@sheetwright/contract/call-log/call-settings.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct, type StoredProduct } from '../products/product.store.ts'
import * as store from './call-settings.store.ts'

async function requireProduct(tx: TenantTransaction, caller: UserIdentity, name: string): Promise<StoredProduct> {
  const product = await findProduct(tx, readerOf(caller), name)
  if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${name}"`)
  return product
}

export const getCallSettingsHandler = handle(getCallSettings, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product)
    return store.callSettingsOf(tx, product.id)
  }),
)

export const saveCallSettingsHandler = handle(
  saveCallSettings,
  ({ caller, params, body, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = await requireProduct(tx, caller, params.product)
      assertMay('manage', product)
      const before = await store.callSettingsOf(tx, product.id)
      await store.changeCallSettings(tx, product.id, body)
      const after = await store.callSettingsOf(tx, product.id)
      await events.publish(tx, { type: 'product.changed', id: product.id })
      const { id: entityId, name: entityName } = product
      const states = { before: { ...before }, after: { ...after } }
      const change = { action: 'product.callSettings', entityType: 'product', entityId, entityName, ...states }
      await recordAudit(tx, actorOf(caller, correlationId), change)
      return after
    }),
)
