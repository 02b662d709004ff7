import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { webhook, webhookFields } from './webhook.ts'

export const createWebhook = defineCall({
  id: 'webhooks.createWebhook',
  method: 'POST',
  path: '/api/v1/webhook/create',
  summary:
    'Have an address told what happens. Each request carries x-sheetwright-signature: t=SECONDS,v1=HEX, the HMAC-SHA256 of ' +
    '"SECONDS.BODY" with the secret, which this answer alone shows.',
  caller: 'supervisor',
  body: json(webhookFields),
  output: data(z.object({ webhook, secret: z.string() })),
  errors: ['WEBHOOK_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND'],
})
