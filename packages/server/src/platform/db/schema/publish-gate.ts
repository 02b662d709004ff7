import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()

export const publishRules = pgTable(
  'publish_rules',
  {
    tenantId,
    productId: uuid('product_id').notNull(),
    fourEyes: boolean('four_eyes').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId] })],
)

export const publishRuleTestBeds = pgTable(
  'publish_rule_test_beds',
  {
    tenantId,
    productId: uuid('product_id').notNull(),
    testBedId: uuid('test_bed_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId, table.testBedId] })],
)

export const publishRequests = pgTable(
  'publish_requests',
  {
    tenantId,
    id: uuid().notNull(),
    versionId: uuid('version_id').notNull(),
    note: text().notNull(),
    state: text().$type<'open' | 'approved' | 'rejected'>().notNull().default('open'),
    checks: jsonb().$type<readonly PublishCheck[]>().notNull(),
    requestedBy: uuid('requested_by').notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const publishRequestComments = pgTable(
  'publish_request_comments',
  {
    tenantId,
    id: uuid().notNull(),
    requestId: uuid('request_id').notNull(),
    text: text().notNull(),
    writtenBy: uuid('written_by').notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
