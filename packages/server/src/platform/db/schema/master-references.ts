import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import type { SyncOutcome, SyncState } from '@sheetwright/contract/master-references/sync-report.ts'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

const millis = { withTimezone: true, precision: 3 } as const

export const masterReferences = pgTable(
  'master_references',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    serviceName: text('service_name').notNull(),
    ownerId: uuid('owner_id').notNull(),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', millis).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', millis),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** The content of tables, stored once for all versions and engines with the same rows. */
export const referenceTables = pgTable(
  'reference_tables',
  {
    tenantId: uuid('tenant_id').notNull(),
    hash: text().notNull(),
    rowCount: integer('row_count').notNull(),
    blankCells: integer('blank_cells').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hash] })],
)

/** A stored cell; an error is an object. */
export type StoredCell = number | string | boolean | null | { readonly error: string }

export const referenceTableRows = pgTable(
  'reference_table_rows',
  {
    tenantId: uuid('tenant_id').notNull(),
    hash: text().notNull(),
    position: integer().notNull(),
    cells: jsonb().$type<readonly StoredCell[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hash, table.position] })],
)

export const masterReferenceVersions = pgTable(
  'master_reference_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    documentId: uuid('document_id').notNull(),
    major: integer().notNull(),
    minor: integer().notNull(),
    patch: integer().notNull(),
    state: text().$type<'Draft' | 'Active'>().notNull().default('Draft'),
    releaseNote: text('release_note').notNull().default(''),
    effectiveStart: timestamp('effective_start', millis).notNull(),
    effectiveEnd: timestamp('effective_end', millis).notNull(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', millis).notNull().defaultNow(),
    publishedBy: uuid('published_by'),
    publishedAt: timestamp('published_at', millis),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique().on(table.tenantId, table.documentId, table.major, table.minor, table.patch),
  ],
)

export const masterReferenceRanges = pgTable(
  'master_reference_ranges',
  {
    tenantId: uuid('tenant_id').notNull(),
    versionId: uuid('version_id').notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    cell: text().notNull(),
    columns: jsonb().$type<readonly ReferenceColumn[]>().notNull(),
    hasFormulas: boolean('has_formulas').notNull(),
    tableHash: text('table_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.versionId, table.name] })],
)

/** Bindings of the `Xref_` ranges of an uploaded workbook. */
export const engineReferences = pgTable(
  'engine_references',
  {
    tenantId: uuid('tenant_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    cell: text().notNull(),
    columns: jsonb().$type<readonly ReferenceColumn[]>().notNull(),
    tableHash: text('table_hash').notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.uploadId, table.name] })],
)

/** The outcome of each engine in a sync. */
export const referenceSyncEngines = pgTable(
  'reference_sync_engines',
  {
    tenantId: uuid('tenant_id').notNull(),
    jobId: uuid('job_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    position: integer().notNull(),
    state: text().$type<SyncState>().notNull().default('Waiting'),
    uploadId: uuid('upload_id'),
    outcome: jsonb().$type<SyncOutcome>(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.jobId, table.engineId] })],
)
