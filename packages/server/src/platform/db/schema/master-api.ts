import type { ApiField, ApiMode } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const millis = { withTimezone: true, precision: 3 } as const

export const masterApiVersions = pgTable(
  'master_api_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    version: integer().notNull(),
    state: text().$type<'Draft' | 'Active'>().notNull().default('Draft'),
    fileName: text('file_name').notNull(),
    fields: jsonb().$type<ApiField[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
    publishedAt: timestamp('published_at', millis),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId, table.version] })],
)

/** Products without a row warn. */
export const masterApiSettings = pgTable(
  'master_api_settings',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    mode: text().$type<ApiMode>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId] })],
)
