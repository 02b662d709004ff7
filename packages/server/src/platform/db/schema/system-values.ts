import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Values of the installation: signing keys, cookie keys, when it was seeded. */
export const systemValues = pgTable('system_values', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
