import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Sign-in requests of command lines; the person who confirms one sets its tenant. */
export const deviceLogins = pgTable('device_logins', {
  deviceHash: text('device_hash').primaryKey(),
  userCode: text('user_code').notNull(),
  machine: text().notNull(),
  address: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }),
  state: text().$type<'pending' | 'approved' | 'refused'>().notNull().default('pending'),
  confirmedIn: uuid('confirmed_in'),
  confirmedBy: uuid('confirmed_by'),
  confirmedGroups: text('confirmed_groups').array(),
})
