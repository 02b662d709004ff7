import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { webhook } from './webhook.ts'

export const listWebhooks = defineCall({
  id: 'webhooks.listWebhooks',
  method: 'GET',
  path: '/api/v1/webhook/list',
  summary: 'List the webhooks of the tenant, and the hosts that this installation lets them reach.',
  caller: 'supervisor',
  output: data(z.object({ webhooks: z.array(webhook), allowedHosts: z.array(z.string()) })),
  errors: [],
})
