import type { BuiltInColumn } from '@sheetwright/contract/board/board-column.ts'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export const boardColumns = pgTable(
  'board_columns',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    builtIn: text('built_in').$type<BuiltInColumn>(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** The board column of products; one without a card is in the first column. */
export const boardCards = pgTable(
  'board_cards',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    columnId: uuid('column_id').notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId] })],
)
