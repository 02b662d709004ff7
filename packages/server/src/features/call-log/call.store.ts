import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'

/** An execution as it is kept. */
export interface LoggedCall {
  readonly tenantId: string
  readonly id: string
  readonly productId: string
  readonly engineId: string
  readonly versionId: string
  readonly at: Date
  readonly callerKind: 'user' | 'key' | 'visitor' | 'anyone'
  readonly callerId: string | null
  readonly callerName: string
  readonly purpose: string
  readonly sourceSystem: string
  readonly correlationId: string
  readonly subservice: string | null
  readonly engineType: EngineType
  readonly micros: number
  readonly records: number
  /** Of a batch: the call id of each record. */
  readonly recordCallIds: readonly string[] | null
  readonly failed: number
  /** JSON, as they travelled. */
  readonly request: string
  readonly response: string
}

/** Writes calls and adds them to the counters. */
export async function insertCalls(tx: TenantTransaction, calls: readonly LoggedCall[]): Promise<void> {
  const column = <T>(read: (call: LoggedCall) => T) => sql.param(calls.map(read))
  await tx.q.execute(sql`
    INSERT INTO engine_calls (tenant_id, id, engine_id, version_id, at, caller_kind, caller_id, caller_name, purpose,
      source_system, correlation_id, subservice, engine_type, micros, records, record_call_ids, has_errors, request, response)
    SELECT ${tx.tenantId}::uuid, id, engine_id, version_id, at, caller_kind, caller_id, caller_name, purpose,
      source_system, correlation_id, subservice, engine_type, micros, records, record_call_ids::uuid[], has_errors,
      request::json, response::json
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ engineId }) => engineId)}::uuid[],
      ${column(({ versionId }) => versionId)}::uuid[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ callerKind }) => callerKind)}::text[],
      ${column(({ callerId }) => callerId)}::uuid[],
      ${column(({ callerName }) => callerName)}::text[],
      ${column(({ purpose }) => purpose)}::text[],
      ${column(({ sourceSystem }) => sourceSystem)}::text[],
      ${column(({ correlationId }) => correlationId)}::text[],
      ${column(({ subservice }) => subservice)}::text[],
      ${column(({ engineType }) => engineType)}::text[],
      ${column(({ micros }) => micros)}::bigint[],
      ${column(({ records }) => records)}::integer[],
      ${column(({ recordCallIds }) => recordCallIds && `{${recordCallIds.join(',')}}`)}::text[],
      ${column(({ failed }) => failed > 0)}::boolean[],
      ${column(({ request }) => request)}::text[],
      ${column(({ response }) => response)}::text[]
    ) AS rows (id, engine_id, version_id, at, caller_kind, caller_id, caller_name, purpose, source_system,
      correlation_id, subservice, engine_type, micros, records, record_call_ids, has_errors, request, response)`)
  await addToCounts(tx, calls)
}

interface Count {
  readonly engineId: string
  readonly productId: string
  readonly day: string
  readonly purpose: string
  calls: number
  records: number
  failed: number
  micros: number
}

/** Always in the same order, so that two processes never wait for each other's rows. */
async function addToCounts(tx: TenantTransaction, calls: readonly LoggedCall[]): Promise<void> {
  const counts = new Map<string, Count>()
  for (const { engineId, productId, at, purpose, records, failed, micros } of calls) {
    const day = at.toISOString().slice(0, 10)
    const key = `${engineId} ${day} ${purpose}`
    const count = counts.get(key) ?? { engineId, productId, day, purpose, calls: 0, records: 0, failed: 0, micros: 0 }
    counts.set(key, count)
    count.calls += 1
    count.records += records
    count.failed += failed
    count.micros += micros
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
  const column = <T>(read: (count: Count) => T) => sql.param(sorted.map(read))
  await tx.q.execute(sql`
    INSERT INTO engine_call_counts AS c (tenant_id, engine_id, day, purpose, product_id, calls, records, failed, micros)
    SELECT ${tx.tenantId}::uuid, * FROM unnest(
      ${column(({ engineId }) => engineId)}::uuid[],
      ${column(({ day }) => day)}::date[],
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
