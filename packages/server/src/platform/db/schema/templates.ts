import type { Starter } from '@sheetwright/contract/templates/template.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Workbooks to start engines from. */
export const templates = pgTable(
  'templates',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    categories: text().array().notNull().default(sql`'{}'`),
    description: text().notNull().default(''),
    starter: text().$type<Starter>(),
    changed: boolean().notNull().default(false),
    words: text().notNull().default(''),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash'),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    ownerId: uuid('owner_id'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true, precision: 3 }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** A person's favourite templates. */
export const templateFavourites = pgTable(
  'template_favourites',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    templateId: uuid('template_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.templateId] })],
)
