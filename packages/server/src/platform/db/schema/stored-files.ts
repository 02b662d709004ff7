import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Content stored for a tenant; the bytes are in the file store. */
export const storedFiles = pgTable(
  'stored_files',
  {
    tenantId: uuid('tenant_id').notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    storedAt: timestamp('stored_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hash] })],
)
