import type { DictionaryEntry } from '@sheetwright/contract/data-dictionary/dictionary-entry.ts'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export const dataDictionaryEntries = pgTable(
  'data_dictionary_entries',
  {
    tenantId: uuid('tenant_id').notNull(),
    name: text().notNull(),
    direction: text().$type<DictionaryEntry['direction']>().notNull(),
    type: text().$type<DictionaryEntry['type']>().notNull(),
    unit: text().notNull(),
    allowed: text().notNull(),
    description: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.name] })],
)
