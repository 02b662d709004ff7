import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Files that background jobs make for their user. */
export const jobFiles = pgTable(
  'job_files',
  {
    tenantId: uuid('tenant_id').notNull(),
    jobId: uuid('job_id').notNull(),
    hash: text().notNull(),
    fileName: text('file_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.jobId] })],
)
