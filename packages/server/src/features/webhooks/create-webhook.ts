import { createWebhook } from '@sheetwright/contract/webhooks/create-webhook.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import {
  assertDeliverable,
  auditedWebhook,
  nameTaken,
  newSecret,
  requireWebhook,
  shownWebhook,
} from './webhook.access.ts'
import { insertWebhook } from './webhook.store.ts'

export const createWebhookHandler = handle(createWebhook, async ({ caller, body, services, correlationId }) => {
  const { db, settings } = services
  const secret = newSecret()
  const stored = await db
    .inTenant(caller.tenantId, async (tx) => {
      await assertDeliverable(tx, caller, body, settings.webhookHosts)
      const id = await insertWebhook(tx, { ...body, secret, createdBy: caller.userId })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'webhook.create',
        entityType: 'webhook',
        entityId: id,
        entityName: body.name,
        before: null,
        after: auditedWebhook(body),
      })
      return requireWebhook(tx, id)
    })
    .catch(nameTaken(body.name))
  return { webhook: shownWebhook(stored), secret }
})
