import { listDeliveries } from '@sheetwright/contract/webhooks/list-deliveries.ts'
import { handle } from '../../platform/http/handle.ts'
import { deliveriesOf } from './delivery.store.ts'
import { requireWebhook, shownDelivery } from './webhook.access.ts'

export const listDeliveriesHandler = handle(listDeliveries, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await requireWebhook(tx, params.webhook)
    const { items, count } = await deliveriesOf(tx, id, body)
    return { items: items.map(shownDelivery), count }
  }),
)
