import type { ModuleRules } from '@sheetwright/contract/user-groups/rules.ts'
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Permissions and limits of a group's members. */
export const userGroupRules = pgTable(
  'user_group_rules',
  {
    tenantId: uuid('tenant_id').notNull(),
    label: text().notNull(),
    rules: jsonb().$type<{ version: 1; moduleRules: ModuleRules }>().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.label] })],
)
