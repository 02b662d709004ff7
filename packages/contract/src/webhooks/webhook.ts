import { z } from 'zod'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'

/** Events of a webhook. */
export const webhookEvents = [
  'version.published',
  'job.finished',
  'gate.failed',
  'errors.above',
  'master.changed',
] as const

export const webhookEvent = z
  .enum(webhookEvents)
  .describe(
    'gate.failed: a version was rejected, or a test bed that its product requires does not pass. errors.above: the share of ' +
      'calls of an engine with errors, in the last 15 minutes, rose above the limit',
  )
  .meta({ id: 'WebhookEvent' })

export type WebhookEvent = z.infer<typeof webhookEvent>

/** A supervisor's settings for a webhook. */
export const webhookFields = z.strictObject({
  name: entityName,
  url: z.url({ protocol: /^https?$/ }).max(2000),
  events: z.array(webhookEvent).min(1).max(webhookEvents.length),
  productId: z.uuid().nullable().default(null).describe('Only what happens in this product'),
  errorPercent: z.int().min(1).max(100).default(10),
  active: z.boolean().default(true),
})

export const webhook = z
  .object({
    ...webhookFields.shape,
    id: z.uuid(),
    productName: z.string().nullable(),
    waiting: z.int().describe('Deliveries that have not arrived yet'),
    failed: z.int().describe('Deliveries that were given up'),
    createdBy: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'Webhook' })

export type Webhook = z.infer<typeof webhook>

export const deliveryState = z.enum(['waiting', 'delivered', 'failed']).meta({ id: 'DeliveryState' })

/** A delivery to a webhook, sent or pending. */
export const webhookDelivery = z
  .object({
    id: z.uuid(),
    event: webhookEvent,
    payload: z.record(z.string(), z.unknown()),
    state: deliveryState,
    attempts: z.int(),
    nextAttemptAt: moment.nullable(),
    lastStatus: z.int().nullable().describe('Status of the last answer'),
    lastProblem: z.string().nullable(),
    createdAt: moment,
    deliveredAt: moment.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookParams = z.strictObject({ webhook: z.uuid() })
