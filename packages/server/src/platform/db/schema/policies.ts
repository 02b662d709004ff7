import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true })
const large = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const policyMappings = pgTable(
  'policy_mappings',
  {
    tenantId,
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    name: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const policyMappingVersions = pgTable(
  'policy_mapping_versions',
  {
    tenantId,
    mappingId: uuid('mapping_id').notNull(),
    number: integer().notNull(),
    note: text().notNull().default(''),
    mapping: jsonb().$type<PolicyMapping>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.mappingId, table.number] })],
)

export const policyRuns = pgTable(
  'policy_runs',
  {
    tenantId,
    id: uuid().notNull(),
    jobId: uuid('job_id').notNull(),
    mappingId: uuid('mapping_id').notNull(),
    mappingNumber: integer('mapping_number').notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id').notNull(),
    revision: text().notNull(),
    extractHash: text('extract_hash').notNull(),
    fileName: text('file_name').notNull(),
    fileSize: large('file_size'),
    computedAt: moment('computed_at').notNull().defaultNow(),
    seed: integer().notNull(),
    status: text().$type<'Pending' | 'Success' | 'FAILED' | 'Cancelled'>().notNull().default('Pending'),
    failureReason: text('failure_reason'),
    resultHash: text('result_hash'),
    rejectsHash: text('rejects_hash'),
    logHash: text('log_hash'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const policyRunParts = pgTable(
  'policy_run_parts',
  {
    tenantId,
    runId: uuid('run_id').notNull(),
    part: integer().notNull(),
    read: integer().notNull(),
    written: integer().notNull(),
    rejected: integer().notNull(),
    nextByte: large('next_byte'),
    nextLine: large('next_line'),
    nextRecord: large('next_record'),
    isLast: boolean('is_last').notNull(),
    resultHash: text('result_hash').notNull(),
    rejectsHash: text('rejects_hash').notNull(),
    logHash: text('log_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId, table.part] })],
)
