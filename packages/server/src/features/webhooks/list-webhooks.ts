import { listWebhooks } from '@sheetwright/contract/webhooks/list-webhooks.ts'
import { handle } from '../../platform/http/handle.ts'
import { shownWebhook } from './webhook.access.ts'
import { allWebhooks } from './webhook.store.ts'

export const listWebhooksHandler = handle(listWebhooks, async ({ caller, services: { db, settings } }) => {
  const all = await db.inTenant(caller.tenantId, allWebhooks)
  return { webhooks: all.map(shownWebhook), allowedHosts: [...settings.webhookHosts] }
})
