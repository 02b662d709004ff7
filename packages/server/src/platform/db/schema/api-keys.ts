import type { KeyScope } from '@sheetwright/contract/call.ts'
import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Keys of API clients; only a hash of each is stored. */
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
    products: uuid().array(),
    engines: uuid().array(),
    addresses: text().array(),
    /** The person who signed in the command line; the key has their permissions. */
    personId: uuid('person_id'),
    personGroups: text('person_groups').array(),
    /** The program it belongs to, with its rate limit; null means the installation's limit. */
    clientId: uuid('client_id'),
    requestsPerMinute: integer('requests_per_minute'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** Addresses each key was used from. */
export const apiKeyAddresses = pgTable(
  'api_key_addresses',
  {
    tenantId: uuid('tenant_id').notNull(),
    keyId: uuid('key_id').notNull(),
    address: text().notNull(),
    firstUsedAt: timestamp('first_used_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.keyId, table.address] })],
)
