import { randomUUID } from 'node:crypto'
import {
  addUsage,
  type DurationCount,
  type SeriesCount,
  type ValueCount,
} from '@sheetwright/server/features/call-log/call-usage.store.ts'
import type { Database } from '@sheetwright/server/platform/db/database.ts'
import { sql } from 'drizzle-orm'

const quartersOfDay = 96
const dayMs = 86_400_000
const callers = ['Portal', 'Broker platform', 'Batch renewal'] as const
const purposes = ['Quote', 'Renewal'] as const

/** The days of two years that end today, in days since 1970. */
const lastDay = Math.floor(Date.now() / dayMs)
const days = 730

type Series = Omit<SeriesCount, 'quarter' | 'calls' | 'errors' | 'records' | 'failed' | 'warnings' | 'micros'>

/**
 * Counts so many calls over two years as the log would, in groups of a day, with the code that counts logged calls.
 * Calls spread over all engines, callers and purposes, and over the hours of working days.
 */
export async function seedUsage(db: Database, tenantId: string, calls: number): Promise<void> {
  const series = await seriesOf(db, tenantId)
  const random = generator(7)
  const weights = Array.from({ length: quartersOfDay }, (_, quarter) => 0.1 + Math.exp(-(((quarter - 48) / 18) ** 2)))
  const weightOfDay = weights.reduce((sum, weight) => sum + weight, 0)
  const callsOfDay = calls / days
  for (let day = lastDay - days + 1; day <= lastDay; day++) {
    const counts: SeriesCount[] = []
    const durations = new Map<string, DurationCount>()
    for (let quarter = 0; quarter < quartersOfDay; quarter++) {
      const expected = (callsOfDay * (weights[quarter] ?? 0)) / weightOfDay / series.length
      for (const each of series) {
        const count = Math.floor(expected) + (random() < expected % 1 ? 1 : 0)
        if (count === 0) continue
        const at = day * quartersOfDay + quarter
        const errors = Math.floor(count / 50)
        counts.push({
          ...each,
          quarter: at,
          calls: count,
          errors,
          records: count,
          failed: errors,
          warnings: 0,
          micros: count * 900,
        })
        addDurations(durations, each, at, count)
      }
    }
    const values = day % 7 === 4 ? valuesOf(series, day) : []
    const usage = {
      series: counts,
      durations: [...durations.values()],
      slowest: [],
      values,
      noteSlowest: () => undefined,
    }
    await db.inTenant(tenantId, (tx) => addUsage(tx, usage))
  }
}

function addDurations(
  durations: Map<string, DurationCount>,
  { id: seriesId, engineId, versionId }: Series,
  quarter: number,
  count: number,
) {
  const key = `${seriesId} ${quarter}`
  const duration = durations.get(key) ?? { seriesId, engineId, versionId, quarter, counts: [] }
  durations.set(key, duration)
  for (let bucket = 10; bucket < 30; bucket++)
    duration.counts[bucket] = (duration.counts[bucket] ?? 0) + Math.ceil(count / 20)
}

function valuesOf(series: readonly Series[], day: number): ValueCount[] {
  const engineIds = new Set(series.map(({ engineId }) => engineId))
  return [...engineIds].flatMap((engineId) =>
    ['Age', 'Sum', 'Term'].flatMap((name) =>
      Array.from({ length: 12 }, (_, step) => ({
        engineId,
        week: day,
        direction: 'input' as const,
        name,
        kind: 'number' as const,
        bucket: String((step + 1) * 10),
        calls: 100,
      })),
    ),
  )
}

async function seriesOf(db: Database, tenantId: string): Promise<Series[]> {
  const { rows } = await db.inTenant(tenantId, (tx) =>
    tx.q.execute<{ engine_id: string; product_id: string; version_id: string }>(sql`
      SELECT e.id AS engine_id, e.product_id, v.id AS version_id
      FROM engines AS e JOIN engine_versions AS v ON v.tenant_id = e.tenant_id AND v.engine_id = e.id`),
  )
  return rows.flatMap(({ engine_id: engineId, product_id: productId, version_id: versionId }) =>
    callers.flatMap((callerName) =>
      purposes.map((purpose) => ({
        id: randomUUID(),
        engineId,
        productId,
        versionId,
        purpose,
        sourceSystem: callerName.toLowerCase(),
        callerKind: 'key' as const,
        callerId: null,
        callerName,
      })),
    ),
  )
}

/** Pseudo-random numbers, the same in each run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
