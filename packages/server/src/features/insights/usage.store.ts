import type { Dimension, UsageFilter, UsageSums } from '@sheetwright/contract/insights/usage.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'
import type { SpanRange } from './whole-spans.ts'

/** An engine of which a caller may see all calls, or only their own. */
export interface SeenEngine {
  readonly id: string
  readonly productId: string
  readonly serviceName: string
  readonly productName: string
  readonly seesAll: boolean
}

export async function enginesInSight(tx: TenantTransaction, caller: UserIdentity): Promise<SeenEngine[]> {
  const rank = rankOn(caller, 'engine', { id: sql`e.id`, productId: sql`e.product_id`, tenantId: sql`e.tenant_id` })
  const { rows } = await tx.q.execute<{
    id: string
    product_id: string
    service_name: string
    product_name: string
    rank: number
  }>(sql`
    SELECT * FROM (
      SELECT e.id, e.product_id, e.service_name, p.name AS product_name, ${rank} AS rank
      FROM engines AS e JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id
      WHERE e.tenant_id = ${tx.tenantId} AND e.deleted_at IS NULL) AS seen
    WHERE rank IS NOT NULL`)
  return rows.map((row) => ({
    id: row.id,
    productId: row.product_id,
    serviceName: row.service_name,
    productName: row.product_name,
    seesAll: row.rank >= accessRanks.edit,
  }))
}

/** Selects the calls to sum. */
export interface UsageQuery {
  readonly ranges: readonly SpanRange[]
  readonly engines: readonly SeenEngine[]
  readonly userId: string
  readonly filter: UsageFilter
}

interface SumRow extends Record<string, unknown> {
  readonly calls: string
  readonly errors: string
  readonly records: string
  readonly failed: string
  readonly warnings: string
  readonly micros: string
  readonly callers: string
}

const sums = sql`coalesce(sum(c.calls), 0) AS calls, coalesce(sum(c.errors), 0) AS errors,
  coalesce(sum(c.records), 0) AS records, coalesce(sum(c.failed), 0) AS failed,
  coalesce(sum(c.warnings), 0) AS warnings, coalesce(sum(c.micros), 0) AS micros`

const callerKey = sql`(s.caller_kind || ' ' || coalesce(s.caller_id::text, s.caller_name))`

/** The key of a series, and its display name. */
const keys: Record<Dimension, SQL> = {
  product: sql`s.product_id::text`,
  engine: sql`s.engine_id::text`,
  version: sql`coalesce(s.version_id::text, '')`,
  purpose: sql`s.purpose`,
  sourceSystem: sql`s.source_system`,
  caller: callerKey,
}

export async function sumUsage(tx: TenantTransaction, query: UsageQuery): Promise<UsageSums> {
  const { rows } = await tx.q.execute<SumRow>(
    sql`SELECT ${sums}, count(DISTINCT ${callerKey}) AS callers FROM ${countsOf(tx, query)}`,
  )
  return sumsOf(rows[0])
}

/** Sums per group. */
export async function sumUsageBy(
  tx: TenantTransaction,
  query: UsageQuery,
  by: Dimension,
): Promise<{ key: string; name: string; versionEngineId: string | null; sums: UsageSums }[]> {
  const { rows } = await tx.q.execute<SumRow & { key: string; name: string; engine_id: string | null }>(sql`
    SELECT ${keys[by]} AS key, max(s.caller_name) AS name, min(s.engine_id::text) AS engine_id, ${sums},
      count(DISTINCT ${callerKey}) AS callers
    FROM ${countsOf(tx, query)} GROUP BY 1 ORDER BY calls DESC, key`)
  return rows.map((row) => ({ key: row.key, name: row.name, versionEngineId: row.engine_id, sums: sumsOf(row) }))
}

/** Sums per group and point in time; a point is given by its start. */
export async function sumUsageOverTime(
  tx: TenantTransaction,
  query: UsageQuery,
  points: readonly number[],
  by: Dimension | undefined,
): Promise<{ point: number; key: string; name: string; sums: UsageSums }[]> {
  const starts = sql.param(points.map((at) => new Date(at).toISOString()))
  const { rows } = await tx.q.execute<SumRow & { point: number; key: string; name: string }>(sql`
    SELECT c.point, ${by === undefined ? sql`''` : keys[by]} AS key,
      max(s.caller_name) AS name, ${sums}, count(DISTINCT ${callerKey}) AS callers
    FROM ${countsOf(tx, query, sql`width_bucket(c.start, ${starts}::timestamptz[]) - 1`)} GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows.map((row) => ({ point: row.point, key: row.key, name: row.name, sums: sumsOf(row) }))
}

/** Sums `c` of the ranges per series and point in time, with their series. Few rows are left to join. */
function countsOf(tx: TenantTransaction, query: UsageQuery, point = sql`0`): SQL {
  const rows = rowsOfRanges(tx, query, sql`call_counts`)
  return withSeries(
    tx,
    query,
    sql`(SELECT c.series_id, ${point} AS point, sum(c.calls) AS calls, sum(c.errors) AS errors, sum(c.records) AS records,
      sum(c.failed) AS failed, sum(c.warnings) AS warnings, sum(c.micros) AS micros FROM ${rows} GROUP BY 1, 2) AS c`,
  )
}

/** Joins rows `c` to their series, and keeps those that the caller may see and asks for. */
function withSeries(tx: TenantTransaction, { engines, userId, filter }: UsageQuery, rows: SQL): SQL {
  const fullySeen = engines.filter(({ seesAll }) => seesAll).map(({ id }) => id)
  const conditions = (Object.keys(keys) as Dimension[]).flatMap((dimension) => {
    const values = filter[dimension]
    return values === undefined ? [] : [sql`AND ${keys[dimension]} = ANY(${sql.param([...values])}::text[])`]
  })
  const own =
    fullySeen.length === engines.length
      ? sql``
      : sql`AND (s.engine_id = ANY(${sql.param(fullySeen)}::uuid[]) OR (s.caller_kind = 'user' AND s.caller_id = ${userId}))`
  return sql`${rows} JOIN call_series AS s ON s.tenant_id = ${tx.tenantId} AND s.id = c.series_id
    WHERE true ${own} ${sql.join(conditions, sql` `)}`
}

/**
 * The rows `c` of a table with counters that lie in the ranges. `OFFSET 0` makes the database look up each range in the
 * primary key. Without it, it joins the ranges to all rows of the tenant.
 */
function rowsOfRanges(
  tx: TenantTransaction,
  { ranges, engines }: { readonly ranges: readonly SpanRange[]; readonly engines: readonly { readonly id: string }[] },
  table: SQL,
): SQL {
  return sql`unnest(
      ${sql.param(ranges.map(({ span }) => span))}::int[],
      ${sql.param(ranges.map(({ from }) => new Date(from).toISOString()))}::timestamptz[],
      ${sql.param(ranges.map(({ to }) => new Date(to).toISOString()))}::timestamptz[]) AS r (span, first, last)
    CROSS JOIN LATERAL (
      SELECT * FROM ${table} AS t
      WHERE t.tenant_id = ${tx.tenantId} AND t.span = r.span
        AND t.engine_id = ANY(${sql.param(engines.map(({ id }) => id))}::uuid[])
        AND t.start >= r.first AND t.start < r.last
      OFFSET 0) AS c`
}

function sumsOf(row: SumRow | undefined): UsageSums {
  return {
    calls: Number(row?.calls ?? 0),
    errors: Number(row?.errors ?? 0),
    records: Number(row?.records ?? 0),
    failed: Number(row?.failed ?? 0),
    warnings: Number(row?.warnings ?? 0),
    millis: Number(row?.micros ?? 0) / 1000,
    callers: Number(row?.callers ?? 0),
  }
}

/** Revisions of versions, such as 1.2.0. */
export async function revisionsOf(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.q.execute<{ id: string; revision: string }>(sql`
    SELECT id, major || '.' || minor || '.' || patch AS revision FROM engine_versions
    WHERE tenant_id = ${tx.tenantId} AND id = ANY(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Calls per version and duration bucket. */
export async function durationCounts(
  tx: TenantTransaction,
  ranges: readonly SpanRange[],
  engines: readonly { readonly id: string }[],
  versionIds: readonly string[] | undefined,
): Promise<{ engineId: string; versionId: string; counts: number[] }[]> {
  const ofVersions =
    versionIds === undefined ? sql`` : sql`AND c.version_id::text = ANY(${sql.param([...versionIds])}::text[])`
  const { rows } = await tx.q.execute<{ engine_id: string; version_id: string; bucket: number; calls: string }>(sql`
    SELECT c.engine_id, c.version_id, b.number::int - 1 AS bucket, sum(b.calls) AS calls
    FROM ${rowsOfRanges(tx, { ranges, engines }, sql`call_durations`)}
    CROSS JOIN LATERAL unnest(c.counts) WITH ORDINALITY AS b (calls, number)
    WHERE b.calls > 0 ${ofVersions}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  const versions = new Map<string, { engineId: string; versionId: string; counts: number[] }>()
  for (const { engine_id: engineId, version_id: versionId, bucket, calls } of rows) {
    const key = `${engineId} ${versionId}`
    const version = versions.get(key) ?? { engineId, versionId, counts: [] }
    versions.set(key, version)
    version.counts[bucket] = Number(calls)
  }
  return [...versions.values()]
}

/** Calls per group and duration bucket, with the group's display name. */
export async function durationCountsBy(
  tx: TenantTransaction,
  query: UsageQuery,
  by: Dimension,
): Promise<{ key: string; name: string; counts: number[] }[]> {
  const counts = sql`(SELECT c.series_id, b.number::int - 1 AS bucket, sum(b.calls) AS calls
    FROM ${rowsOfRanges(tx, query, sql`call_series_durations`)}
    CROSS JOIN LATERAL unnest(c.counts) WITH ORDINALITY AS b (calls, number)
    WHERE b.calls > 0 GROUP BY 1, 2) AS c`
  const { rows } = await tx.q.execute<{ key: string; name: string; bucket: number; calls: string }>(sql`
    SELECT ${keys[by]} AS key, max(s.caller_name) AS name, c.bucket, sum(c.calls) AS calls
    FROM ${withSeries(tx, query, counts)}
    GROUP BY 1, 3 ORDER BY 1, 3`)
  const groups = new Map<string, { key: string; name: string; counts: number[] }>()
  for (const { key, name, bucket, calls } of rows) {
    const group = groups.get(key) ?? { key, name, counts: [] }
    groups.set(key, group)
    group.counts[bucket] = Number(calls)
  }
  return [...groups.values()]
}

interface NotableRow extends Record<string, unknown> {
  readonly id: string
  readonly at: Date | string
  readonly engine_id: string
  readonly revision: string | null
  readonly caller_name: string
  readonly purpose: string
  readonly micros: string
  readonly records: number
  readonly has_errors: boolean
}

export interface NotableCall {
  readonly id: string
  readonly at: string
  readonly engineId: string
  readonly revision: string | null
  readonly caller: string
  readonly purpose: string
  readonly millis: number
  readonly records: number
  readonly hasErrors: boolean
}

interface NotableQuery {
  readonly from: number
  readonly to: number
  readonly days: { readonly first: string; readonly last: string }
  readonly engineIds: readonly string[]
  readonly filter: UsageFilter
  readonly most: number
}

const notableColumns = sql`c.id, c.at, c.engine_id, c.caller_name, c.purpose, c.micros, c.records, c.has_errors,
  v.major || '.' || v.minor || '.' || v.patch AS revision`
const versionJoin = sql`LEFT JOIN engine_versions AS v ON v.tenant_id = c.tenant_id AND v.id = c.version_id`

function isNotable({ from, to, filter }: NotableQuery): SQL {
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const columns = {
    version: sql`coalesce(c.version_id::text, '')`,
    purpose: sql`c.purpose`,
    sourceSystem: sql`c.source_system`,
  }
  const conditions = (Object.keys(columns) as (keyof typeof columns)[]).flatMap((name) => {
    const values = filter[name]
    return values === undefined ? [] : [sql`AND ${columns[name]} = ANY(${sql.param([...values])}::text[])`]
  })
  if (filter.caller !== undefined)
    conditions.push(
      sql`AND (c.caller_kind || ' ' || coalesce(c.caller_id::text, c.caller_name)) = ANY(${sql.param([...filter.caller])}::text[])`,
    )
  return sql`c.at >= ${first}::timestamptz AND c.at < ${last}::timestamptz ${sql.join(conditions, sql` `)}`
}

/** The slowest calls among those stored as the slowest of their days. */
export async function slowestCalls(tx: TenantTransaction, query: NotableQuery): Promise<NotableCall[]> {
  const { rows } = await tx.q.execute<NotableRow>(sql`
    SELECT ${notableColumns} FROM unnest(${sql.param([...query.engineIds])}::uuid[]) AS e (id)
    CROSS JOIN LATERAL (
      SELECT s.call_id FROM slowest_calls AS s
      WHERE s.tenant_id = ${tx.tenantId} AND s.engine_id = e.id AND s.day BETWEEN ${query.days.first}::date AND ${query.days.last}::date
      ORDER BY s.micros DESC LIMIT 200) AS slow
    JOIN engine_calls AS c ON c.tenant_id = ${tx.tenantId} AND c.id = slow.call_id ${versionJoin}
    WHERE ${isNotable(query)} ORDER BY c.micros DESC LIMIT ${query.most}`)
  return rows.map(notableOf)
}

/** The latest calls with errors. */
export async function failingCalls(tx: TenantTransaction, query: NotableQuery): Promise<NotableCall[]> {
  const { rows } = await tx.q.execute<NotableRow>(sql`
    SELECT ${notableColumns} FROM unnest(${sql.param([...query.engineIds])}::uuid[]) AS e (id)
    CROSS JOIN LATERAL (
      SELECT c.* FROM engine_calls AS c
      WHERE c.tenant_id = ${tx.tenantId} AND c.engine_id = e.id AND c.has_errors AND ${isNotable(query)}
      ORDER BY c.at DESC, c.id DESC LIMIT ${query.most}) AS c
    ${versionJoin} ORDER BY c.at DESC, c.id DESC LIMIT ${query.most}`)
  return rows.map(notableOf)
}

function notableOf(row: NotableRow): NotableCall {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    engineId: row.engine_id,
    revision: row.revision,
    caller: row.caller_name,
    purpose: row.purpose,
    millis: Number(row.micros) / 1000,
    records: row.records,
    hasErrors: row.has_errors,
  }
}

export interface ValueRow {
  readonly week: string
  readonly direction: 'input' | 'output'
  readonly name: string
  readonly kind: 'number' | 'text' | 'date' | 'boolean' | 'blank'
  readonly bucket: string
  readonly calls: number
}

export async function valueCounts(
  tx: TenantTransaction,
  engineId: string,
  between: { readonly from: string; readonly to: string },
): Promise<ValueRow[]> {
  const { rows } = await tx.q.execute<Omit<ValueRow, 'calls'> & { calls: string } & Record<string, unknown>>(sql`
    SELECT week::text, direction, name, kind, bucket, calls FROM call_values
    WHERE tenant_id = ${tx.tenantId} AND engine_id = ${engineId} AND week > ${between.from}::date - 7 AND week <= ${between.to}::date
    ORDER BY direction, name COLLATE name_order, week, kind, bucket`)
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }))
}
