import type { PackageKind } from '@sheetwright/contract/sdk/package.ts'
import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Packages of engines. */
export const enginePackages = pgTable(
  'engine_packages',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id').notNull(),
    kind: text().$type<PackageKind>().notNull(),
    jobId: uuid('job_id'),
    fileHash: text('file_hash'),
    fileName: text('file_name'),
    fileSize: bigint('file_size', { mode: 'number' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
