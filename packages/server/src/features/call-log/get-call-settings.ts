import { getCallSettings } from '@sheetwright/contract/call-log/get-call-settings.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from './call-settings.store.ts'
import { requireProduct } from './require-product.ts'

export const getCallSettingsHandler = handle(getCallSettings, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product)
    return store.callSettingsOf(tx, product.id)
  }),
)
