import { type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallKind } from './call-kind.ts'
import type { CountedValue } from './call-values.ts'

/** The number of calls of one series in a quarter of an hour, counted in quarters since 1970. */
export interface SeriesCount
  extends Pick<
    CallKind,
    'engineId' | 'productId' | 'versionId' | 'purpose' | 'sourceSystem' | 'callerKind' | 'callerId' | 'callerName'
  > {
  readonly id: string
  readonly quarter: number
  calls: number
  errors: number
  records: number
  failed: number
  warnings: number
  micros: number
}

/** Histogram of the durations of a version's calls. */
export interface DurationCount {
  readonly seriesId: string
  readonly engineId: string
  readonly versionId: string | null
  readonly quarter: number
  /** By bucket; missing buckets are 0. */
  readonly counts: number[]
}

/** Days count from 1970. */
export interface SlowCall {
  readonly engineId: string
  readonly day: number
  readonly callId: string
  readonly micros: number
}

/** A week is identified by its Monday, in days since 1970. */
export interface ValueCount extends CountedValue {
  readonly engineId: string
  readonly week: number
  calls: number
}

export interface CallUsage {
  readonly series: readonly SeriesCount[]
  readonly durations: readonly DurationCount[]
  readonly slowest: readonly SlowCall[]
  readonly values: readonly ValueCount[]
  /** Receives the duration that a call must exceed from now on to be among the slowest of an engine and day. */
  readonly noteSlowest: (engineId: string, day: number, micros: number) => void
}

/** Spans in minutes, each with a function that gives the start of the span around a time. */
const spans: readonly { readonly minutes: number; readonly startOf: (at: number) => number }[] = [
  { minutes: 15, startOf: (at) => at },
  { minutes: 60, startOf: (at) => Math.floor(at / hourMs) * hourMs },
  { minutes: 180, startOf: (at) => Math.floor(at / (3 * hourMs)) * 3 * hourMs },
  { minutes: 1440, startOf: (at) => Math.floor(at / dayMs) * dayMs },
  {
    minutes: 43_200,
    startOf: (at) => {
      const date = new Date(at)
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
    },
  },
]
const quarterMs = 900_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const noVersion = '00000000-0000-0000-0000-000000000000'
const slowestOfDay = 10

/**
 * Adds calls to the counters, in the transaction that writes them. Rows are always locked in the same order, so that
 * two processes never deadlock. Counts of deleted engines are left out, as their calls are.
 */
export async function addUsage(tx: TenantTransaction, usage: CallUsage): Promise<void> {
  await addSeries(tx, usage.series)
  await addCounts(tx, usage.series)
  await addDurations(tx, usage.durations)
  if (usage.values.length > 0) await addValues(tx, usage.values)
  if (usage.slowest.length > 0) await addSlowest(tx, usage)
}

function columnsOf<Row>(rows: readonly Row[]) {
  return <Value>(read: (row: Row) => Value) => sql.param(rows.map(read))
}

async function addSeries(tx: TenantTransaction, counts: readonly SeriesCount[]): Promise<void> {
  const series = [...new Map(counts.map((count) => [count.id, count])).values()].sort(byText(({ id }) => id))
  const column = columnsOf(series)
  await tx.q.execute(sql`
    INSERT INTO call_series (tenant_id, id, product_id, engine_id, version_id, purpose, source_system, caller_kind, caller_id,
      caller_name)
    SELECT ${tx.tenantId}::uuid, s.* FROM unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ productId }) => productId)}::uuid[],
      ${column(({ engineId }) => engineId)}::uuid[], ${column(({ versionId }) => versionId)}::uuid[],
      ${column(({ purpose }) => purpose)}::text[], ${column(({ sourceSystem }) => sourceSystem)}::text[],
      ${column(({ callerKind }) => callerKind)}::text[], ${column(({ callerId }) => callerId)}::uuid[],
      ${column(({ callerName }) => callerName)}::text[])
      AS s (id, product_id, engine_id, version_id, purpose, source_system, caller_kind, caller_id, caller_name)
    JOIN engines AS e ON e.tenant_id = ${tx.tenantId} AND e.id = s.engine_id
    ON CONFLICT (tenant_id, id) DO NOTHING`)
}

interface SpanCount extends Omit<SeriesCount, 'quarter'> {
  readonly span: number
  readonly start: number
}

async function addCounts(tx: TenantTransaction, counts: readonly SeriesCount[]): Promise<void> {
  const rows = new Map<string, SpanCount>()
  for (const { quarter, ...count } of counts) {
    for (const { minutes, startOf } of spans) {
      const start = startOf(quarter * quarterMs)
      const key = `${minutes} ${count.engineId} ${start} ${count.id}`
      const row = rows.get(key)
      if (row === undefined) rows.set(key, { ...count, span: minutes, start })
      else addTo(row, count)
    }
  }
  const sorted = [...rows].sort(byText(([key]) => key)).map(([, row]) => row)
  const column = columnsOf(sorted)
  await tx.q.execute(sql`
    INSERT INTO call_counts AS c (tenant_id, span, engine_id, start, series_id, calls, errors, records, failed, warnings, micros)
    SELECT ${tx.tenantId}::uuid, r.* FROM unnest(
      ${column(({ span }) => span)}::int[], ${column(({ engineId }) => engineId)}::uuid[],
      ${column(({ start }) => new Date(start).toISOString())}::timestamptz[], ${column(({ id }) => id)}::uuid[],
      ${column(({ calls }) => calls)}::bigint[], ${column(({ errors }) => errors)}::bigint[],
      ${column(({ records }) => records)}::bigint[], ${column(({ failed }) => failed)}::bigint[],
      ${column(({ warnings }) => warnings)}::bigint[], ${column(({ micros }) => Math.round(micros))}::bigint[])
      AS r (span, engine_id, start, series_id, calls, errors, records, failed, warnings, micros)
    JOIN engines AS e ON e.tenant_id = ${tx.tenantId} AND e.id = r.engine_id
    ON CONFLICT (tenant_id, span, engine_id, start, series_id) DO UPDATE SET
      calls = c.calls + excluded.calls, errors = c.errors + excluded.errors, records = c.records + excluded.records,
      failed = c.failed + excluded.failed, warnings = c.warnings + excluded.warnings, micros = c.micros + excluded.micros`)
}

function addTo(row: SpanCount, count: Omit<SeriesCount, 'quarter'>): void {
  row.calls += count.calls
  row.errors += count.errors
  row.records += count.records
  row.failed += count.failed
  row.warnings += count.warnings
  row.micros += count.micros
}

/** Durations are counted by version, and by series for all other dimensions. */
async function addDurations(tx: TenantTransaction, durations: readonly DurationCount[]): Promise<void> {
  const byVersion = summedDurations(durations, ({ versionId }) => versionId ?? noVersion)
  await tx.q.execute(sql`
    INSERT INTO call_durations AS d (tenant_id, span, engine_id, start, version_id, counts)
    ${durationRows(tx, byVersion)}
    ON CONFLICT (tenant_id, span, engine_id, start, version_id) DO UPDATE SET counts = add_counts(d.counts, excluded.counts)`)
  const bySeries = summedDurations(durations, ({ seriesId }) => seriesId)
  await tx.q.execute(sql`
    INSERT INTO call_series_durations AS d (tenant_id, span, engine_id, start, series_id, counts)
    ${durationRows(tx, bySeries)}
    ON CONFLICT (tenant_id, span, engine_id, start, series_id) DO UPDATE SET counts = add_counts(d.counts, excluded.counts)`)
}

interface DurationRow {
  readonly span: number
  readonly engineId: string
  readonly start: number
  /** The version or the series. */
  readonly of: string
  readonly counts: number[]
}

function summedDurations(
  durations: readonly DurationCount[],
  groupOf: (duration: DurationCount) => string,
): readonly DurationRow[] {
  const rows = new Map<string, DurationRow>()
  for (const duration of durations) {
    for (const { minutes, startOf } of spans) {
      const { engineId } = duration
      const start = startOf(duration.quarter * quarterMs)
      const of = groupOf(duration)
      const key = `${minutes} ${engineId} ${start} ${of}`
      const row = rows.get(key) ?? { span: minutes, engineId, start, of, counts: [] }
      rows.set(key, row)
      duration.counts.forEach((count, bucket) => {
        row.counts[bucket] = (row.counts[bucket] ?? 0) + count
      })
    }
  }
  return [...rows].sort(byText(([key]) => key)).map(([, row]) => row)
}

function durationRows(tx: TenantTransaction, rows: readonly DurationRow[]) {
  const column = columnsOf(rows)
  return sql`
    SELECT ${tx.tenantId}::uuid, r.span, r.engine_id, r.start, r.of_group, r.counts::bigint[] FROM unnest(
      ${column(({ span }) => span)}::int[], ${column(({ engineId }) => engineId)}::uuid[],
      ${column(({ start }) => new Date(start).toISOString())}::timestamptz[], ${column(({ of }) => of)}::uuid[],
      ${column(({ counts }) => `{${Array.from(counts, (count) => count ?? 0).join(',')}}`)}::text[])
      AS r (span, engine_id, start, of_group, counts)
    JOIN engines AS e ON e.tenant_id = ${tx.tenantId} AND e.id = r.engine_id`
}

async function addValues(tx: TenantTransaction, values: readonly ValueCount[]): Promise<void> {
  const sorted = [...values].sort(
    byText((v) => `${v.engineId} ${v.week} ${v.direction} ${v.name}\u001F${v.kind} ${v.bucket}`),
  )
  const column = columnsOf(sorted)
  await tx.q.execute(sql`
    INSERT INTO call_values AS v (tenant_id, engine_id, week, direction, name, kind, bucket, calls)
    SELECT ${tx.tenantId}::uuid, r.* FROM unnest(
      ${column(({ engineId }) => engineId)}::uuid[], ${column(({ week }) => dayText(week))}::date[],
      ${column(({ direction }) => direction)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ bucket }) => bucket)}::text[],
      ${column(({ calls }) => calls)}::bigint[]) AS r (engine_id, week, direction, name, kind, bucket, calls)
    JOIN engines AS e ON e.tenant_id = ${tx.tenantId} AND e.id = r.engine_id
    ON CONFLICT (tenant_id, engine_id, week, direction, name, kind, bucket) DO UPDATE SET calls = v.calls + excluded.calls`)
}

/** Adds calls to the slowest of their engines and days, and drops those that no longer belong to them. */
async function addSlowest(tx: TenantTransaction, { slowest, noteSlowest }: CallUsage): Promise<void> {
  // Without the lock, two processes could drop the same rows in different orders and deadlock.
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`slowest calls ${tx.tenantId}`}, 0))`)
  const sorted = [...slowest].sort(byText(({ engineId, day, callId }) => `${engineId} ${day} ${callId}`))
  const column = columnsOf(sorted)
  await tx.q.execute(sql`
    INSERT INTO slowest_calls (tenant_id, engine_id, day, call_id, micros)
    SELECT ${tx.tenantId}::uuid, r.* FROM unnest(
      ${column(({ engineId }) => engineId)}::uuid[], ${column(({ day }) => dayText(day))}::date[],
      ${column(({ callId }) => callId)}::uuid[], ${column(({ micros }) => Math.round(micros))}::bigint[])
      AS r (engine_id, day, call_id, micros)
    JOIN engines AS e ON e.tenant_id = ${tx.tenantId} AND e.id = r.engine_id
    ON CONFLICT (tenant_id, engine_id, day, call_id) DO NOTHING`)
  const days = [...new Map(sorted.map((call) => [`${call.engineId} ${call.day}`, call])).values()]
  const ofDay = columnsOf(days)
  const { rows } = await tx.q.execute<{ engine_id: string; day: string; micros: string }>(sql`
    WITH ranked AS (
      SELECT s.engine_id, s.day, s.call_id, s.micros,
        row_number() OVER (PARTITION BY s.engine_id, s.day ORDER BY s.micros DESC, s.call_id) AS place
      FROM slowest_calls AS s
      JOIN unnest(${ofDay(({ engineId }) => engineId)}::uuid[], ${ofDay(({ day }) => dayText(day))}::date[])
        AS r (engine_id, day) USING (engine_id, day)
      WHERE s.tenant_id = ${tx.tenantId}
    ), dropped AS (
      DELETE FROM slowest_calls AS s USING ranked AS r
      WHERE s.tenant_id = ${tx.tenantId} AND s.engine_id = r.engine_id AND s.day = r.day AND s.call_id = r.call_id
        AND r.place > ${slowestOfDay}
    )
    SELECT engine_id, day::text, micros FROM ranked WHERE place = ${slowestOfDay}`)
  for (const row of rows) noteSlowest(row.engine_id, Date.parse(row.day) / dayMs, Number(row.micros))
}

/** Deletes values and slowest calls older than the kept calls. Counters stay: they hold no personal data. */
export async function forgetOldUsage(tx: TenantTransaction): Promise<void> {
  const isOld = (column: SQL) => sql`${column} < (now() - p.keep_calls_days * interval '1 day')::date`
  const ofProduct = sql`engines AS e JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id`
  await tx.q.execute(sql`DELETE FROM call_values AS v USING ${ofProduct}
    WHERE v.tenant_id = ${tx.tenantId} AND e.tenant_id = v.tenant_id AND e.id = v.engine_id AND ${isOld(sql`v.week`)}`)
  await tx.q.execute(sql`DELETE FROM slowest_calls AS s USING ${ofProduct}
    WHERE s.tenant_id = ${tx.tenantId} AND e.tenant_id = s.tenant_id AND e.id = s.engine_id AND ${isOld(sql`s.day`)}`)
}

/** Removes a caller's name from the counters, and deletes a value. Sums stay. */
export async function eraseUsageOfPerson(
  tx: TenantTransaction,
  { caller, value }: { readonly caller?: string | undefined; readonly value?: string | undefined },
): Promise<void> {
  if (value !== undefined)
    await tx.q.execute(
      sql`DELETE FROM call_values WHERE tenant_id = ${tx.tenantId} AND lower(bucket) = lower(${value})`,
    )
  if (caller === undefined) return
  // The id is derived from the name, so anybody who knows the name could find the series by it.
  await tx.q.execute(sql`
    WITH known AS MATERIALIZED (
      SELECT s.id AS old_id, gen_random_uuid() AS new_id FROM call_series AS s
      WHERE s.tenant_id = ${tx.tenantId} AND (lower(s.caller_name) = lower(${caller}) OR s.caller_id::text = lower(${caller})
        OR s.caller_id IN (SELECT u.id FROM users AS u WHERE u.tenant_id = ${tx.tenantId} AND lower(u.email) = lower(${caller})))
    ), renamed AS (
      UPDATE call_series AS s SET id = known.new_id, caller_kind = 'anyone', caller_id = NULL, caller_name = '***'
      FROM known WHERE s.tenant_id = ${tx.tenantId} AND s.id = known.old_id
    )
    UPDATE call_counts AS c SET series_id = known.new_id
    FROM known WHERE c.tenant_id = ${tx.tenantId} AND c.series_id = known.old_id`)
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

function byText<Row>(read: (row: Row) => string): (a: Row, b: Row) => number {
  return (a, b) => {
    const [first, second] = [read(a), read(b)]
    return first < second ? -1 : first > second ? 1 : 0
  }
}
