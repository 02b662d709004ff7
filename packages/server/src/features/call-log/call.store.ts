import { isId } from '@sheetwright/contract/names.ts'
import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { queryWithBytes } from '../../platform/db/large-parameter.ts'
import type { CallHead } from './call-head.ts'
import { addUsage, type CallUsage } from './call-usage.store.ts'
import { jsonValuePattern } from './json-value-pattern.ts'
import { engineCallCounts, engineCalls, engines, engineVersions } from '../../platform/db/schema/engines.ts'

/** How much an engine was used for a purpose on a day, counted in days since 1970. */
export interface UsageCount {
  readonly engineId: string
  readonly productId: string
  readonly day: number
  readonly purpose: string
  calls: number
  records: number
  failed: number
  micros: number
}

/** Calls written together: shared fields as a JSON list, the rest as binary arrays. */
export interface CallRows {
  readonly kinds: string
  /** Ids, times, correlation ids, microseconds, numbers of kinds, requests, responses. */
  readonly columns: readonly Buffer[]
}

/** Rows of a deleted engine are left out, like its log; a live engine is locked until they are written. */
const insertRows = `
  WITH kinds AS MATERIALIZED (
    SELECT kind.* FROM ROWS FROM (json_to_recordset($2::json) AS (
        engine_id uuid, version_id uuid, caller_kind text, caller_id uuid, caller_name text, purpose text,
        source_system text, subservice text, engine_type text, records integer, record_call_ids uuid[], has_errors boolean)
      ) WITH ORDINALITY AS kind (engine_id, version_id, caller_kind, caller_id, caller_name, purpose, source_system, subservice,
        engine_type, records, record_call_ids, has_errors, number)
    JOIN engines AS engine ON engine.tenant_id = $1::uuid AND engine.id = kind.engine_id
    FOR KEY SHARE OF engine
  )
  INSERT INTO engine_calls (tenant_id, id, engine_id, version_id, at, caller_kind, caller_id, caller_name, purpose,
    source_system, correlation_id, subservice, engine_type, micros, records, record_call_ids, has_errors, request, response)
  SELECT $1::uuid, call.id::uuid, engine_id, version_id, call.at, caller_kind, caller_id, caller_name, purpose,
    source_system, correlation_id, subservice, engine_type, micros, records, record_call_ids, has_errors, request, response
  FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::integer[], $8::text[], $9::text[])
    AS call (id, at, correlation_id, micros, number, request, response)
  JOIN kinds USING (number)`

const insertMany = { name: 'insert-calls', text: insertRows } as const
/** Keeps existing rows: after a broken connection it is unknown whether the rows were written. */
const insertMissing = {
  name: 'insert-missing-calls',
  text: `${insertRows} ON CONFLICT (tenant_id, id) DO NOTHING`,
} as const

/** Writes calls, with the sent JSON unchanged, and adds them to the counters. Returns how many were written. */
export async function insertCalls(
  tx: TenantTransaction,
  rows: CallRows,
  counts: Iterable<UsageCount>,
  usage: CallUsage,
): Promise<number> {
  const written = await queryWithBytes(tx.q.$client, insertMany, [tx.tenantId, rows.kinds], rows.columns)
  await addToCounts(tx, counts)
  await addUsage(tx, usage)
  return written
}

/** The same for a call that may already be stored. */
export async function insertMissingCall(
  tx: TenantTransaction,
  rows: CallRows,
  counts: Iterable<UsageCount>,
  usage: CallUsage,
): Promise<number> {
  const written = await queryWithBytes(tx.q.$client, insertMissing, [tx.tenantId, rows.kinds], rows.columns)
  if (written === 0) return 0
  await addToCounts(tx, counts)
  await addUsage(tx, usage)
  return written
}

/** Always in the same order, so that two processes never deadlock. */
async function addToCounts(tx: TenantTransaction, counts: Iterable<UsageCount>): Promise<void> {
  const sorted = [...counts].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const column = <T>(read: (count: UsageCount) => T) => sql.param(sorted.map(read))
  await tx.q.execute(sql`
    INSERT INTO engine_call_counts AS c (tenant_id, engine_id, day, purpose, product_id, calls, records, failed, micros)
    SELECT ${tx.tenantId}::uuid, * FROM unnest(
      ${column(({ engineId }) => engineId)}::uuid[],
      ${column(({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10))}::date[],
      ${column(({ purpose }) => purpose)}::text[],
      ${column(({ productId }) => productId)}::uuid[],
      ${column((count) => count.calls)}::bigint[],
      ${column(({ records }) => records)}::bigint[],
      ${column(({ failed }) => failed)}::bigint[],
      ${column(({ micros }) => Math.round(micros))}::bigint[])
    ON CONFLICT (tenant_id, engine_id, day, purpose) DO UPDATE SET
      calls = c.calls + excluded.calls, records = c.records + excluded.records,
      failed = c.failed + excluded.failed, micros = c.micros + excluded.micros`)
}

function orderOf({ engineId, day, purpose }: UsageCount): string {
  return `${engineId} ${day} ${purpose}`
}

/** Selects calls of an engine. */
export interface CallFilter extends CallCondition {
  readonly engineId: string
  /** Further conditions, all of which have to match. */
  readonly also?: readonly CallCondition[] | undefined
  /** Only calls of one caller. */
  readonly madeBy?: { readonly kind: CallHead['callerKind']; readonly id: string | null } | undefined
}

export interface CallCondition {
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly before?: Date | undefined
  readonly search?: string | undefined
  readonly errorsOnly?: boolean | undefined
  readonly purpose?: string | undefined
  readonly callerName?: string | undefined
  readonly sourceSystem?: string | undefined
  readonly correlationId?: string | undefined
  readonly versionId?: string | undefined
  /** Of the call, or of a record of a batch. */
  readonly callId?: string | undefined
  /** Ids, source systems or correlation ids. */
  readonly ids?: readonly string[] | undefined
}

export interface StoredCall extends Omit<CallHead, 'productId' | 'failed' | 'warnings'> {
  readonly revision: string | null
  readonly hasErrors: boolean
}

/** A call with request and response as JSON text. */
export interface WholeCall extends StoredCall {
  readonly request: string
  readonly response: string
}

/** One page of calls by time, and how many there are in all. */
export async function listCalls(
  tx: TenantTransaction,
  filter: CallFilter,
  page: { readonly number: number; readonly size: number; readonly oldestFirst: boolean },
): Promise<{ items: StoredCall[]; count: number }> {
  const matching = matches(tx, filter)
  const { at, id } = engineCalls
  const rows = await tx.q
    .select(columns)
    .from(engineCalls)
    .leftJoin(engineVersions, isVersion)
    .where(matching)
    .orderBy(...(page.oldestFirst ? [asc(at), asc(id)] : [desc(at), desc(id)]))
    .limit(page.size)
    .offset((page.number - 1) * page.size)
  return { items: rows, count: await tx.q.$count(engineCalls, matching) }
}

/** The call with this id, or the batch that holds a record with it. */
export async function findCall(
  tx: TenantTransaction,
  filter: Pick<CallFilter, 'engineId' | 'madeBy'>,
  id: string,
): Promise<WholeCall | undefined> {
  const [row] = await tx.q
    .select({ ...columns, ...travelled })
    .from(engineCalls)
    .leftJoin(engineVersions, isVersion)
    .where(and(matches(tx, filter), or(eq(engineCalls.id, id), holdsRecord(tx, id))))
    .orderBy(desc(eq(engineCalls.id, id)))
    .limit(1)
  return row
}

/** The engine that a call, or the batch with this record, was made to. */
export async function engineOfCall(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ engineId: engineCalls.engineId })
    .from(engineCalls)
    .where(and(eq(engineCalls.tenantId, tx.tenantId), or(eq(engineCalls.id, id), holdsRecord(tx, id))))
    .limit(1)
  return row?.engineId
}

/** The ids of a batch's records count up from the first one, so only the batch with the nearest first id can hold it. */
function holdsRecord(tx: TenantTransaction, id: string): SQL {
  return sql`(${engineCalls.id} = (
      SELECT c.id FROM engine_calls AS c
      WHERE c.tenant_id = ${tx.tenantId} AND c.record_call_ids IS NOT NULL AND c.record_call_ids[1] <= ${id}::uuid
      ORDER BY c.record_call_ids[1] DESC
      LIMIT 1)
    AND ${engineCalls.recordCallIds} @> ARRAY[${id}]::uuid[])`
}

/** A call to read, and the length of its texts. */
export interface CallSize {
  readonly at: Date
  readonly id: string
  readonly bytes: number
}

/** Calls after another one, oldest first, to read all of them in parts. */
export function callsAfter(
  tx: TenantTransaction,
  filter: CallFilter,
  after: Pick<CallHead, 'at' | 'id'> | undefined,
  most: number,
): Promise<CallSize[]> {
  const { at, id, request, response } = engineCalls
  const later = after && sql`(${at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return tx.q
    .select({ at, id, bytes: sql<number>`octet_length(${request}) + octet_length(${response})` })
    .from(engineCalls)
    .where(and(matches(tx, filter), later))
    .orderBy(asc(at), asc(id))
    .limit(most)
}

/** These calls, oldest first, without those that were deleted meanwhile. */
export function wholeCalls(tx: TenantTransaction, ids: readonly string[]): Promise<WholeCall[]> {
  return tx.q
    .select({ ...columns, ...travelled })
    .from(engineCalls)
    .leftJoin(engineVersions, isVersion)
    .where(and(eq(engineCalls.tenantId, tx.tenantId), inArray(engineCalls.id, [...ids])))
    .orderBy(asc(engineCalls.at), asc(engineCalls.id))
}

export function countCalls(tx: TenantTransaction, filter: CallFilter): Promise<number> {
  return tx.q.$count(engineCalls, matches(tx, filter))
}

/** Deletes calls older than their products keep them, at most this many at once; returns how many. */
export async function purgeCalls(tx: TenantTransaction, most: number): Promise<number> {
  const { rowCount } = await tx.q.execute(sql`
    DELETE FROM engine_calls WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT old.id FROM engines AS e
      JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id
      CROSS JOIN LATERAL (
        SELECT c.id FROM engine_calls AS c
        WHERE c.tenant_id = e.tenant_id AND c.engine_id = e.id AND c.at < now() - p.keep_calls_days * interval '1 day'
        LIMIT ${most}) AS old
      WHERE e.tenant_id = ${tx.tenantId}
      LIMIT ${most})`)
  return rowCount ?? 0
}

/** Selects calls that a person made, and calls with a value about them. */
interface PersonOfCalls {
  readonly caller?: string | undefined
  readonly value?: string | undefined
}

export async function countCallsOfPerson(tx: TenantTransaction, person: PersonOfCalls): Promise<number> {
  const { rows } = await tx.q.execute<{ count: string }>(
    sql`SELECT count(*) FROM engine_calls AS c WHERE ${isOfPerson(tx, person)}`,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Deletes these calls, and the export files of their engines. */
export async function eraseCallsOfPerson(tx: TenantTransaction, person: PersonOfCalls): Promise<number> {
  const { rows } = await tx.q.execute<{ engine_id: string }>(
    sql`DELETE FROM engine_calls AS c WHERE ${isOfPerson(tx, person)} RETURNING engine_id`,
  )
  const engineIds = [...new Set(rows.map(({ engine_id }) => engine_id))]
  await tx.q.execute(
    sql`DELETE FROM call_exports WHERE tenant_id = ${tx.tenantId} AND engine_id = ANY(${sql.param(engineIds)}::uuid[])`,
  )
  return rows.length
}

function isOfPerson(tx: TenantTransaction, { caller, value }: PersonOfCalls): SQL {
  const madeByThem = sql`(lower(c.caller_name) = lower(${caller ?? null}) OR c.caller_id::text = lower(${caller ?? null})
    OR c.caller_id IN (SELECT u.id FROM users AS u WHERE u.tenant_id = ${tx.tenantId} AND lower(u.email) = lower(${caller ?? null})))`
  const pattern = value === undefined ? null : jsonValuePattern(value)
  const tellsOfThem = sql`(c.request ~ ${pattern} OR c.response ~ ${pattern})`
  return sql`c.tenant_id = ${tx.tenantId} AND (${sql.join(
    [...(caller === undefined ? [] : [madeByThem]), ...(value === undefined ? [] : [tellsOfThem])],
    sql` OR `,
  )})`
}

export interface CallCount {
  readonly day: string
  readonly engineId: string
  readonly serviceName: string | null
  readonly purpose: string
  readonly calls: number
  readonly records: number
  readonly failed: number
  readonly micros: number
}

/** The counters of a product between two days, both included. */
export function callCounts(
  tx: TenantTransaction,
  productId: string,
  between: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<CallCount[]> {
  const { day, engineId, purpose, calls, records, failed, micros } = engineCallCounts
  return tx.q
    .select({ day, engineId, serviceName: engines.serviceName, purpose, calls, records, failed, micros })
    .from(engineCallCounts)
    .leftJoin(engines, and(eq(engines.tenantId, engineCallCounts.tenantId), eq(engines.id, engineId)))
    .where(
      and(
        eq(engineCallCounts.tenantId, tx.tenantId),
        eq(engineCallCounts.productId, productId),
        between.from === undefined ? undefined : gte(day, between.from),
        between.to === undefined ? undefined : lte(day, between.to),
      ),
    )
    .orderBy(day, engineId, purpose)
}

const columns = {
  id: engineCalls.id,
  engineId: engineCalls.engineId,
  versionId: engineCalls.versionId,
  at: engineCalls.at,
  callerKind: engineCalls.callerKind,
  callerId: engineCalls.callerId,
  callerName: engineCalls.callerName,
  purpose: engineCalls.purpose,
  sourceSystem: engineCalls.sourceSystem,
  correlationId: engineCalls.correlationId,
  subservice: engineCalls.subservice,
  engineType: engineCalls.engineType,
  micros: engineCalls.micros,
  records: engineCalls.records,
  recordCallIds: engineCalls.recordCallIds,
  hasErrors: engineCalls.hasErrors,
  revision: sql<
    string | null
  >`${engineVersions.major} || '.' || ${engineVersions.minor} || '.' || ${engineVersions.patch}`,
}

const travelled = { request: engineCalls.request, response: engineCalls.response }

const isVersion = and(eq(engineVersions.tenantId, engineCalls.tenantId), eq(engineVersions.id, engineCalls.versionId))

function matches(tx: TenantTransaction, filter: CallFilter): SQL | undefined {
  return and(
    eq(engineCalls.tenantId, tx.tenantId),
    eq(engineCalls.engineId, filter.engineId),
    ...[filter, ...(filter.also ?? [])].map((each) => meets(tx, each)),
    filter.madeBy && madeBy(filter.madeBy),
  )
}

function meets(tx: TenantTransaction, condition: CallCondition): SQL | undefined {
  const { from, before, search, purpose, versionId, callId, ids } = condition
  return and(
    from && gte(engineCalls.at, from),
    before && lt(engineCalls.at, before),
    condition.errorsOnly === true ? eq(engineCalls.hasErrors, true) : undefined,
    purpose === undefined ? undefined : sql`lower(${engineCalls.purpose}) = lower(${purpose})`,
    condition.callerName === undefined
      ? undefined
      : sql`lower(${engineCalls.callerName}) = lower(${condition.callerName})`,
    condition.sourceSystem === undefined ? undefined : eq(engineCalls.sourceSystem, condition.sourceSystem),
    condition.correlationId === undefined ? undefined : eq(engineCalls.correlationId, condition.correlationId),
    versionId === undefined ? undefined : eq(engineCalls.versionId, versionId),
    search === undefined || search === '' ? undefined : contains(search),
    callId === undefined ? undefined : hasId(tx, callId),
    ids === undefined || ids.length === 0 ? undefined : isOneOf(ids),
  )
}

function madeBy({ kind, id }: NonNullable<CallFilter['madeBy']>): SQL | undefined {
  return and(
    eq(engineCalls.callerKind, kind),
    id === null ? sql`${engineCalls.callerId} IS NULL` : eq(engineCalls.callerId, id),
  )
}

function contains(search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { id, callerName, purpose, sourceSystem, correlationId, request, response } = engineCalls
  const texts = [id, callerName, purpose, sourceSystem, correlationId, request, response]
  return sql`(${sql.join(
    texts.map((column) => sql`${column}::text ILIKE ${pattern}`),
    sql` OR `,
  )})`
}

function hasId(tx: TenantTransaction, callId: string): SQL | undefined {
  return isId(callId) ? or(eq(engineCalls.id, callId), holdsRecord(tx, callId)) : sql`false`
}

/** Matches call ids, source systems or correlation ids. */
function isOneOf(names: readonly string[]): SQL {
  const { id, sourceSystem, correlationId, recordCallIds } = engineCalls
  const list = sql.param([...names])
  return sql`(${id}::text = ANY(${list}::text[]) OR ${sourceSystem} = ANY(${list}::text[])
    OR ${correlationId} = ANY(${list}::text[]) OR ${recordCallIds}::text[] && ${list}::text[])`
}
