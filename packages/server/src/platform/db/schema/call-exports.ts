import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Call exports written in the background; each has the id of its job. */
export const callExports = pgTable(
  'call_exports',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    fileHash: text('file_hash').notNull(),
    fileName: text('file_name').notNull(),
    /** Who had a file of a calculation made; null for exports, which have the owner of their job. */
    callerKind: text('caller_kind').$type<'user' | 'key' | 'visitor' | 'anyone'>(),
    callerId: uuid('caller_id'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
