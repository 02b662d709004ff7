import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { deliveryState, webhookDelivery, webhookParams } from './webhook.ts'

export const listDeliveries = defineCall({
  id: 'webhooks.listDeliveries',
  method: 'POST',
  path: '/api/v1/webhook/deliveries/{webhook}',
  summary: 'List what a webhook was told, newest first.',
  caller: 'supervisor',
  params: webhookParams,
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(100).default(20),
        state: deliveryState.optional(),
      })
      .prefault({}),
  ),
  output: list(webhookDelivery),
  errors: ['WEBHOOK_NOT_FOUND'],
})
