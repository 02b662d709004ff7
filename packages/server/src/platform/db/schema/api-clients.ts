import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Programs that call the API, with their permissions. */
export const apiClients = pgTable(
  'api_clients',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    owner: text().notNull(),
    contact: text().notNull(),
    groupLabel: text('group_label').notNull(),
    products: uuid().array(),
    engines: uuid().array(),
    requestsPerMinute: integer('requests_per_minute'),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
