import type { KeyScope } from '@sheetwright/contract/call.ts'
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Keys of API clients; only a hash of each is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    keyHash: text('key_hash').notNull(),
    keyStart: text('key_start').notNull(),
    groupLabel: text('group_label').notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
