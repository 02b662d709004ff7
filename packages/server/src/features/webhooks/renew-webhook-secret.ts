import { renewWebhookSecret } from '@sheetwright/contract/webhooks/renew-webhook-secret.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { newSecret, requireWebhook } from './webhook.access.ts'
import { setSecret } from './webhook.store.ts'

export const renewWebhookSecretHandler = handle(
  renewWebhookSecret,
  async ({ caller, params, services: { db }, correlationId }) => {
    const secret = newSecret()
    await db.inTenant(caller.tenantId, async (tx) => {
      const { id, name } = await requireWebhook(tx, params.webhook)
      await setSecret(tx, id, secret)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'webhook.renewSecret',
        entityType: 'webhook',
        entityId: id,
        entityName: name,
        before: null,
        after: null,
      })
    })
    return { secret }
  },
)
