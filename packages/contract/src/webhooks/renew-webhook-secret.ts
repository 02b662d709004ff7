import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { webhookParams } from './webhook.ts'

export const renewWebhookSecret = defineCall({
  id: 'webhooks.renewWebhookSecret',
  method: 'POST',
  path: '/api/v1/webhook/renewsecret/{webhook}',
  summary:
    'Give a webhook a new secret. What is sent from now on is signed with it; the answer is the only place where it is shown.',
  caller: 'supervisor',
  params: webhookParams,
  output: data(z.object({ secret: z.string() })),
  errors: ['WEBHOOK_NOT_FOUND'],
})
