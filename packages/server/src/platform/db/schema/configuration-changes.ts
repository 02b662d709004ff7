import type { ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const millis = { withTimezone: true, precision: 3 } as const

/** Applied configuration files, with the configuration before. */
export const configurationChanges = pgTable(
  'configuration_changes',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    before: jsonb().$type<ConfigurationFile>().notNull(),
    after: jsonb().$type<ConfigurationFile>().notNull(),
    appliedBy: text('applied_by').notNull(),
    appliedAt: timestamp('applied_at', millis).notNull().defaultNow(),
    undoneAt: timestamp('undone_at', millis),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
