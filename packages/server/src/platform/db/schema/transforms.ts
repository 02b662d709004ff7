import type { TransformContent } from '@sheetwright/contract/execution/transforms/transform.ts'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const transforms = pgTable(
  'transforms',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    content: jsonb().$type<TransformContent>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId, table.name, table.version] })],
)
