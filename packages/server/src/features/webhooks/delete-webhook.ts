import { deleteWebhook } from '@sheetwright/contract/webhooks/delete-webhook.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { auditedWebhook, requireWebhook, shownWebhook } from './webhook.access.ts'
import { removeWebhook } from './webhook.store.ts'

export const deleteWebhookHandler = handle(deleteWebhook, ({ caller, params, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const before = await requireWebhook(tx, params.webhook)
    await removeWebhook(tx, before.id)
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'webhook.delete',
      entityType: 'webhook',
      entityId: before.id,
      entityName: before.name,
      before: auditedWebhook(before),
      after: null,
    })
    return shownWebhook(before)
  }),
)
