import { pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Permissions of people and groups on an entity. */
export const entityPermissions = pgTable(
  'entity_permissions',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: uuid('entity_id').notNull(),
    userId: uuid('user_id'),
    groupLabel: text('group_label'),
    level: smallint().$type<1 | 2 | 3>().notNull(),
    grantedBy: uuid('granted_by').notNull(),
    grantedAt: timestamp('granted_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
