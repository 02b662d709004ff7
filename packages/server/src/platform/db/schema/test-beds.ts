import type { ComparisonSummary } from '@sheetwright/contract/test-beds/test-comparison.ts'
import type { RunSetup, Tolerances } from '@sheetwright/contract/test-beds/test-run.ts'
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const testBeds = pgTable(
  'test_beds',
  {
    tenantId,
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    tolerances: jsonb().$type<Tolerances>().notNull().default({}),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const testBedVersions = pgTable(
  'test_bed_versions',
  {
    tenantId,
    id: uuid().notNull(),
    testBedId: uuid('test_bed_id').notNull(),
    number: integer().notNull(),
    source: text().$type<'upload' | 'edit' | 'case' | 'generated' | 'replay' | 'regression'>().notNull(),
    note: text().notNull().default(''),
    cases: integer().notNull(),
    inputs: jsonb().$type<readonly string[]>().notNull(),
    outputs: jsonb().$type<readonly string[]>().notNull(),
    fileHash: text('file_hash'),
    fileName: text('file_name'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const testCaseBlocks = pgTable(
  'test_case_blocks',
  {
    tenantId,
    versionId: uuid('version_id').notNull(),
    block: integer().notNull(),
    before: integer().notNull(),
    cases: integer().notNull(),
    inputs: text().notNull(),
    expected: text().notNull(),
    marks: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.versionId, table.block] })],
)

export const testBedTemplates = pgTable(
  'test_bed_templates',
  {
    tenantId,
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const testBedTemplateVersions = pgTable(
  'test_bed_template_versions',
  {
    tenantId,
    id: uuid().notNull(),
    templateId: uuid('template_id').notNull(),
    number: integer().notNull(),
    engineVersionId: uuid('engine_version_id').notNull(),
    inputs: jsonb().$type<readonly string[]>(),
    outputs: jsonb().$type<readonly string[]>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const testRuns = pgTable(
  'test_runs',
  {
    tenantId,
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id').notNull(),
    testBedId: uuid('test_bed_id').notNull(),
    testBedVersionId: uuid('test_bed_version_id').notNull(),
    kind: text().$type<'test' | 'replay' | 'regression'>().notNull(),
    setup: jsonb().$type<RunSetup>().notNull(),
    cases: integer().notNull(),
    jobId: uuid('job_id').notNull(),
    status: text().$type<'Success' | 'Fail' | 'Cancelled'>(),
    failureReason: text('failure_reason'),
    resultHash: text('result_hash'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const testRunParts = pgTable(
  'test_run_parts',
  {
    tenantId,
    runId: uuid('run_id').notNull(),
    block: integer().notNull(),
    cases: integer().notNull(),
    passed: integer().notNull(),
    failed: integer().notNull(),
    errors: integer().notNull(),
    millis: doublePrecision().notNull(),
    fileHash: text('file_hash'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId, table.block] })],
)

export const testComparisons = pgTable(
  'test_comparisons',
  {
    tenantId,
    id: uuid().notNull(),
    sourceRunId: uuid('source_run_id').notNull(),
    targetRunId: uuid('target_run_id').notNull(),
    jobId: uuid('job_id').notNull(),
    status: text().$type<'Success' | 'Fail'>(),
    failureReason: text('failure_reason'),
    summary: jsonb().$type<ComparisonSummary>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
