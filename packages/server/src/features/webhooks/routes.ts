import type { Handler } from '../../platform/http/handle.ts'
import { createWebhookHandler } from './create-webhook.ts'
import { deleteWebhookHandler } from './delete-webhook.ts'
import { listDeliveriesHandler } from './list-deliveries.ts'
import { listWebhooksHandler } from './list-webhooks.ts'
import { renewWebhookSecretHandler } from './renew-webhook-secret.ts'
import { replayDeliveryHandler } from './replay-delivery.ts'
import { updateWebhookHandler } from './update-webhook.ts'

export const webhookRoutes: readonly Handler[] = [
  createWebhookHandler,
  updateWebhookHandler,
  renewWebhookSecretHandler,
  listWebhooksHandler,
  deleteWebhookHandler,
  listDeliveriesHandler,
  replayDeliveryHandler,
]
