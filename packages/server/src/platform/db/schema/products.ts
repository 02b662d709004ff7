import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const products = pgTable(
  'products',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    category: text().array().notNull().default(sql`'{}'`),
    description: text().notNull().default(''),
    launchDate: date('launch_date', { mode: 'string' }),
    startDate: date('start_date', { mode: 'string' }),
    status: text().$type<ProductStatus>().notNull().default('Design'),
    ownerId: uuid('owner_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true, precision: 3 }),
    deletedBy: uuid('deleted_by'),
    coverHash: text('cover_hash'),
    /** The key of the name, computed by the database. */
    nameSearch: text('name_search').notNull().generatedAlwaysAs(sql`name_key(name)`),
    summary: text().notNull().default(''),
    auditCalls: boolean('audit_calls').notNull().default(false),
    keepCallsDays: integer('keep_calls_days').notNull().default(365),
    maskedInputs: text('masked_inputs').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** A person's favourite products. */
export const productFavourites = pgTable(
  'product_favourites',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    productId: uuid('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.productId] })],
)
