import { sql } from 'drizzle-orm'
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Bookmarked URLs of people. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    productId: uuid('product_id'),
    name: text().notNull(),
    url: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
