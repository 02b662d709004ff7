import { data, defineCall, json } from '../call.ts'
import { webhook, webhookFields, webhookParams } from './webhook.ts'

export const updateWebhook = defineCall({
  id: 'webhooks.updateWebhook',
  method: 'PUT',
  path: '/api/v1/webhook/update/{webhook}',
  summary: 'Change a webhook. Its secret stays.',
  caller: 'supervisor',
  params: webhookParams,
  body: json(webhookFields),
  output: data(webhook),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND'],
})
