import type { LookupName } from '@sheetwright/contract/system/lookup.ts'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** A tenant's own entries of the lists of choices; an entry without a value hides a built-in one. */
export const lookupEntries = pgTable(
  'lookup_entries',
  {
    tenantId: uuid('tenant_id').notNull(),
    lookup: text().$type<LookupName | 'AreaFlags'>().notNull(),
    key: text().notNull(),
    value: text(),
    icon: text(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.lookup, table.key] })],
)
