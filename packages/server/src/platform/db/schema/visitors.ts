import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Links that give people without an account access to one engine or one file. */
export const visitorLinks = pgTable(
  'visitor_links',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id'),
    serviceName: text('service_name'),
    fileId: uuid('file_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedBy: uuid('revoked_by'),
    maxUses: integer('max_uses'),
    uses: integer().notNull().default(0),
    results: bigint({ mode: 'number' }).notNull().default(0),
    mailDomains: text('mail_domains').array().notNull().default([]),
    embedOrigins: text('embed_origins').array().notNull().default([]),
    keepsAddresses: boolean('keeps_addresses').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** Visitors of a link. */
export const visitors = pgTable(
  'visitors',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    linkId: uuid('link_id').notNull(),
    email: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    codeHash: text('code_hash'),
    codeExpiresAt: timestamp('code_expires_at', { withTimezone: true }),
    codeTries: integer('code_tries').notNull().default(0),
    /** The last time they entered a mailed code. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
