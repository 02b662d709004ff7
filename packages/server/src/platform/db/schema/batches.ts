import type { BatchRequest } from '@sheetwright/contract/execution/batches/batch.ts'
import {
  bigint,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CallerIdentity } from '../../http/caller.ts'

const moment = { withTimezone: true } as const

export const batches = pgTable(
  'batches',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id').notNull(),
    serviceUri: text('service_uri').notNull(),
    revision: text().notNull(),
    compilerVersion: text('compiler_version').notNull(),
    request: jsonb().$type<BatchRequest>().notNull(),
    caller: jsonb().$type<CallerIdentity>().notNull(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: uuid('owner_id').notNull(),
    createdBy: text('created_by').notNull(),
    state: text().$type<'open' | 'closed' | 'cancelled'>().notNull().default('open'),
    createdAt: timestamp('created_at', moment).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', moment).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const batchChunks = pgTable(
  'batch_chunks',
  {
    tenantId: uuid('tenant_id').notNull(),
    batchId: uuid('batch_id').notNull(),
    id: text().notNull(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    state: text().$type<'waiting' | 'running' | 'done' | 'given'>().notNull().default('waiting'),
    records: integer().notNull(),
    failed: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    input: text(),
    result: text(),
    inputBytes: bigint('input_bytes', { mode: 'number' }).notNull(),
    inputHash: text('input_hash'),
    outputBytes: bigint('output_bytes', { mode: 'number' }).notNull().default(0),
    computeMs: doublePrecision('compute_ms').notNull().default(0),
    leasedUntil: timestamp('leased_until', moment),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.batchId, table.id] })],
)
