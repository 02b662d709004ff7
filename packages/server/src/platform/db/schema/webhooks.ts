import type { WebhookEvent } from '@sheetwright/contract/webhooks/webhook.ts'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const webhooks = pgTable(
  'webhooks',
  {
    tenantId,
    id: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    secret: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    productId: uuid('product_id'),
    errorPercent: integer('error_percent').notNull().default(10),
    active: boolean().notNull().default(true),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    tenantId,
    id: uuid().notNull().defaultRandom(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    webhookId: uuid('webhook_id').notNull(),
    event: text().$type<WebhookEvent>().notNull(),
    subject: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    attemptId: uuid('attempt_id'),
    lastStatus: integer('last_status'),
    lastProblem: text('last_problem'),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const webhookAlarms = pgTable(
  'webhook_alarms',
  { tenantId, webhookId: uuid('webhook_id').notNull(), engineId: uuid('engine_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.webhookId, table.engineId] })],
)
