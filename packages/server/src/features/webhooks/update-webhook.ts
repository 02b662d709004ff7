import { updateWebhook } from '@sheetwright/contract/webhooks/update-webhook.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertDeliverable, auditedWebhook, nameTaken, requireWebhook, shownWebhook } from './webhook.access.ts'
import { changeWebhook } from './webhook.store.ts'

export const updateWebhookHandler = handle(updateWebhook, async ({ caller, params, body, services, correlationId }) => {
  const { db, settings } = services
  const stored = await db
    .inTenant(caller.tenantId, async (tx) => {
      const before = await requireWebhook(tx, params.webhook)
      await assertDeliverable(tx, caller, body, settings.webhookHosts)
      await changeWebhook(tx, before.id, body)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'webhook.update',
        entityType: 'webhook',
        entityId: before.id,
        entityName: body.name,
        before: auditedWebhook(before),
        after: auditedWebhook(body),
      })
      return requireWebhook(tx, before.id)
    })
    .catch(nameTaken(body.name))
  return shownWebhook(stored)
})
