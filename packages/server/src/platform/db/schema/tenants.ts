import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The customers of an installation. Belongs to no tenant; inside a tenant only its own row is visible. */
export const tenants = pgTable('tenants', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  allowsPublicEngines: boolean('allows_public_engines').notNull().default(false),
  brandName: text('brand_name'),
  brandLogo: text('brand_logo'),
  brandColour: text('brand_colour'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
