import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Subscribers of the mail about last week's usage. */
export const weeklyMails = pgTable(
  'weekly_mails',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    language: text().$type<'en' | 'ja'>().notNull(),
    sentWeek: date('sent_week', { mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
)
