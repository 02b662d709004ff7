import { bigint, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const millis = { withTimezone: true, precision: 3 } as const
const count = () => bigint({ mode: 'number' }).notNull()

/** Shared columns of the call counters. */
export const callSeries = pgTable(
  'call_series',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    versionId: uuid('version_id'),
    purpose: text().notNull(),
    sourceSystem: text('source_system').notNull(),
    callerKind: text('caller_kind').notNull(),
    callerId: uuid('caller_id'),
    callerName: text('caller_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const callCounts = pgTable(
  'call_counts',
  {
    tenantId: uuid('tenant_id').notNull(),
    span: integer().notNull(),
    engineId: uuid('engine_id').notNull(),
    start: timestamp(millis).notNull(),
    seriesId: uuid('series_id').notNull(),
    calls: count(),
    errors: count(),
    records: count(),
    failed: count(),
    warnings: count(),
    micros: count(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.span, table.engineId, table.start, table.seriesId] })],
)

export const callDurations = pgTable(
  'call_durations',
  {
    tenantId: uuid('tenant_id').notNull(),
    span: integer().notNull(),
    engineId: uuid('engine_id').notNull(),
    start: timestamp(millis).notNull(),
    versionId: uuid('version_id').notNull(),
    counts: bigint({ mode: 'number' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.span, table.engineId, table.start, table.versionId] })],
)

export const callSeriesDurations = pgTable(
  'call_series_durations',
  {
    tenantId: uuid('tenant_id').notNull(),
    span: integer().notNull(),
    engineId: uuid('engine_id').notNull(),
    start: timestamp(millis).notNull(),
    seriesId: uuid('series_id').notNull(),
    counts: bigint({ mode: 'number' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.span, table.engineId, table.start, table.seriesId] })],
)

export const slowestCalls = pgTable(
  'slowest_calls',
  {
    tenantId: uuid('tenant_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    callId: uuid('call_id').notNull(),
    micros: count(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.engineId, table.day, table.callId] })],
)

export const callValues = pgTable(
  'call_values',
  {
    tenantId: uuid('tenant_id').notNull(),
    engineId: uuid('engine_id').notNull(),
    week: date({ mode: 'string' }).notNull(),
    direction: text().$type<'input' | 'output'>().notNull(),
    name: text().notNull(),
    kind: text().$type<'number' | 'text' | 'date' | 'boolean' | 'blank'>().notNull(),
    bucket: text().notNull(),
    calls: count(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenantId, table.engineId, table.week, table.direction, table.name, table.kind, table.bucket],
    }),
  ],
)
