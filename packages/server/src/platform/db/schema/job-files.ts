import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Files that background jobs create for their user. */
export const jobFiles = pgTable(
  'job_files',
  {
    tenantId: uuid('tenant_id').notNull(),
    jobId: uuid('job_id').notNull(),
    hash: text().notNull(),
    fileName: text('file_name').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull().default(sql`now() + interval '7 days'`),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.jobId] })],
)
