import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import type { EngineType, VersionState } from '@sheetwright/contract/engines/engine.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

const millis = { withTimezone: true, precision: 3 } as const

export const engines = pgTable(
  'engines',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    serviceName: text('service_name').notNull(),
    ownerId: uuid('owner_id').notNull(),
    engineType: text('engine_type').$type<EngineType>().notNull().default('Type1'),
    connectorUrl: text('connector_url'),
    isPublic: boolean('is_public').notNull().default(false),
    mayLeave: boolean('may_leave').notNull().default(false),
    forAssistants: boolean('for_assistants').notNull().default(false),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', millis).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', millis),
    deletedBy: uuid('deleted_by'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** A person's favourite engines. */
export const engineFavourites = pgTable(
  'engine_favourites',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    engineId: uuid('engine_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.engineId] })],
)

/** Workbooks being built into versions. */
export const engineUploads = pgTable(
  'engine_uploads',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineFileId: uuid('engine_file_id').notNull(),
    productId: uuid('product_id').notNull(),
    serviceName: text('service_name').notNull(),
    jobId: uuid('job_id'),
    uploadedBy: uuid('uploaded_by').notNull(),
    uploadedAt: timestamp('uploaded_at', millis).notNull().defaultNow(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    state: text().$type<'building' | 'built' | 'failed'>().notNull().default('building'),
    failure: jsonb().$type<{ code: ErrorCode; message: string; errors: { field: string; message: string }[] }>(),
    programHash: text('program_hash'),
    buildHash: text('build_hash'),
    marks: jsonb().$type<AnchoredInterface>(),
    iteration: jsonb().$type<Iteration>(),
    lintScore: smallint('lint_score'),
    verdict: text().$type<ParityReport['verdict']>(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] }), unique().on(table.tenantId, table.engineFileId)],
)

export const engineVersions = pgTable(
  'engine_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    major: integer().notNull(),
    minor: integer().notNull(),
    patch: integer().notNull(),
    state: text().$type<VersionState>().notNull().default('Draft'),
    releaseNote: text('release_note').notNull().default(''),
    effectiveStart: timestamp('effective_start', millis).notNull(),
    effectiveEnd: timestamp('effective_end', millis).notNull(),
    properties: jsonb().$type<Record<string, string | number | boolean>>().notNull().default(sql`'{}'`),
    portNames: jsonb('port_names').$type<PortNames>().notNull().default(sql`'{}'`),
    blockedBecause: text('blocked_because'),
    restoredFrom: uuid('restored_from'),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
    publishedBy: uuid('published_by'),
    publishedAt: timestamp('published_at', millis),
    computesSince: timestamp('computes_since', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique().on(table.tenantId, table.engineId, table.major, table.minor, table.patch),
  ],
)

/** Progress of comparing a build's program with the reference evaluator after the build. */
export const engineProofs = pgTable(
  'engine_proofs',
  {
    tenantId: uuid('tenant_id').notNull(),
    buildHash: text('build_hash').notNull(),
    runs: integer().notNull(),
    differences: jsonb().$type<ParityReport['program']['differences']>().notNull(),
    fault: text(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.buildHash] })],
)

/** Names and descriptions that the author gave to inputs and outputs, by the name in the workbook. */
export interface PortNames {
  readonly inputs?: Readonly<Record<string, { readonly name: string; readonly description: string }>>
  readonly outputs?: Readonly<Record<string, { readonly name: string; readonly description: string }>>
}

/** Every execution; a batch is one row. */
export const engineCalls = pgTable(
  'engine_calls',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id'),
    at: timestamp(millis).notNull(),
    callerKind: text('caller_kind').$type<'user' | 'key' | 'visitor' | 'anyone'>().notNull(),
    callerId: uuid('caller_id'),
    callerName: text('caller_name').notNull(),
    purpose: text().notNull(),
    sourceSystem: text('source_system').notNull(),
    correlationId: text('correlation_id').notNull(),
    subservice: text(),
    engineType: text('engine_type').$type<EngineType>().notNull(),
    micros: bigint({ mode: 'number' }).notNull(),
    records: integer().notNull().default(1),
    recordCallIds: uuid('record_call_ids').array(),
    hasErrors: boolean('has_errors').notNull(),
    /** JSON. */
    request: text().notNull(),
    response: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** The counter Spark.ApiCalls. */
export const engineCallCounts = pgTable(
  'engine_call_counts',
  {
    tenantId: uuid('tenant_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    purpose: text().notNull(),
    productId: uuid('product_id').notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
    records: bigint({ mode: 'number' }).notNull(),
    failed: bigint({ mode: 'number' }).notNull(),
    micros: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.engineId, table.day, table.purpose] })],
)

/** Additional URLs under which an engine is executed. */
export const proxyRules = pgTable(
  'proxy_rules',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    urlSuffix: text('url_suffix').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** Engines that run in sequence. */
export const engineChains = pgTable(
  'engine_chains',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    name: text().notNull(),
    steps: jsonb().$type<ChainStep[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedAt: timestamp('updated_at', millis).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** One engine of a chain; the mapping names, for an input, the output of an earlier step that feeds it. */
export interface ChainStep {
  readonly engineId: string
  readonly mapping: Readonly<Record<string, string>>
}
