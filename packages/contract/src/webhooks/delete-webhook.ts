import { data, defineCall } from '../call.ts'
import { webhook, webhookParams } from './webhook.ts'

export const deleteWebhook = defineCall({
  id: 'webhooks.deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/webhook/delete/{webhook}',
  summary: 'Delete a webhook with everything that it was told.',
  caller: 'supervisor',
  params: webhookParams,
  output: data(webhook),
  errors: ['WEBHOOK_NOT_FOUND'],
})
