import { replayDelivery } from '@sheetwright/contract/webhooks/replay-delivery.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { restartDelivery } from './delivery.store.ts'
import { requireWebhook, shownDelivery } from './webhook.access.ts'

export const replayDeliveryHandler = handle(replayDelivery, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await requireWebhook(tx, params.webhook)
    const again = await restartDelivery(tx, id, params.delivery)
    if (again === undefined) throw new CallError('WEBHOOK_DELIVERY_NOT_FOUND', 'The webhook was told no such thing')
    return shownDelivery(again)
  }),
)
