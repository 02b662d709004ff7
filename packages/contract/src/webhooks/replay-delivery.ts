import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { webhookDelivery, webhookParams } from './webhook.ts'

export const replayDelivery = defineCall({
  id: 'webhooks.replayDelivery',
  method: 'POST',
  path: '/api/v1/webhook/replay/{webhook}/{delivery}',
  summary: 'Tell something once more, under the same delivery id.',
  caller: 'supervisor',
  params: webhookParams.extend({ delivery: z.uuid() }),
  output: data(webhookDelivery),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'],
})
