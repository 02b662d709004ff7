import type { PortfolioColumns, PortfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { RowPlan } from '@sheetwright/compiler/portfolio.ts'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const portfolioRuns = pgTable(
  'portfolio_runs',
  {
    tenantId,
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id').notNull(),
    revision: text().notNull(),
    fileHash: text('file_hash').notNull(),
    fileName: text('file_name').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    keepInputs: boolean('keep_inputs').notNull(),
    fit: jsonb().$type<PortfolioColumns>().notNull(),
    plan: jsonb().$type<RowPlan>().notNull(),
    jobId: uuid('job_id'),
    computedAt: moment('computed_at').notNull().defaultNow(),
    seed: integer().notNull(),
    status: text().$type<'Checked' | 'Pending' | 'Success' | 'Fail' | 'Cancelled'>().notNull().default('Checked'),
    failureReason: text('failure_reason'),
    records: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    withErrors: integer('with_errors').notNull().default(0),
    firstErrors: jsonb('first_errors').$type<PortfolioError[]>().notNull().default([]),
    parquetHash: text('parquet_hash'),
    errorsHash: text('errors_hash'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    keyId: uuid('key_id'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const portfolioRunParts = pgTable(
  'portfolio_run_parts',
  {
    tenantId,
    runId: uuid('run_id').notNull(),
    part: integer().notNull(),
    records: integer().notNull(),
    refused: integer().notNull(),
    withErrors: integer('with_errors').notNull(),
    firstErrors: jsonb('first_errors').$type<PortfolioError[]>().notNull(),
    isLast: boolean('is_last').notNull(),
    parquetHash: text('parquet_hash').notNull(),
    errorsHash: text('errors_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId, table.part] })],
)
