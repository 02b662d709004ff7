import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay } from '../products/product.access.ts'
import * as store from './call-settings.store.ts'
import { requireProduct } from './require-product.ts'

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
