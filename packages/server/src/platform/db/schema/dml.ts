import type { DmlDialect, DmlTableCounts, SmartLevel, SqlTable } from '@sheetwright/contract/dml/dml.ts'
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const dmlRuns = pgTable(
  'dml_runs',
  {
    tenantId,
    id: uuid().notNull(),
    jobId: uuid('job_id').notNull(),
    sourceKind: text('source_kind').$type<'engine' | 'masterReference'>().notNull(),
    sourceId: uuid('source_id').notNull(),
    sourceName: text('source_name').notNull(),
    productId: uuid('product_id'),
    productName: text('product_name'),
    revision: text().notNull(),
    workbookHash: text('workbook_hash').notNull(),
    dialect: text().$type<DmlDialect>().notNull(),
    smartLevel: integer('smart_level').$type<SmartLevel>().notNull(),
    createTables: boolean('create_tables').notNull(),
    asked: jsonb().$type<readonly SqlTable[]>(),
    status: text().$type<'Pending' | 'Success' | 'Fail' | 'Cancelled'>().notNull().default('Pending'),
    failureReason: text('failure_reason'),
    comparedWith: uuid('compared_with'),
    zipName: text('zip_name'),
    zipHash: text('zip_hash'),
    logName: text('log_name'),
    logHash: text('log_hash'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    completedAt: moment('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const dmlRunTables = pgTable(
  'dml_run_tables',
  {
    tenantId,
    runId: uuid('run_id').notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    plan: jsonb().$type<SqlTable>().notNull(),
    counts: jsonb().$type<DmlTableCounts>().notNull(),
    rowsHash: text('rows_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId, table.position] })],
)
