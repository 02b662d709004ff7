import type { ResultOf } from '@sheetwright/contract/call.ts'
import { getValueDistribution } from '@sheetwright/contract/insights/get-value-distribution.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { driftOf } from './drift.ts'
import { type ValueRow, valueCounts } from './usage.store.ts'

type Distribution = ResultOf<typeof getValueDistribution>[number]

const dayMs = 86_400_000
/** Of the first year that a date can be written with. */
const firstDay = Date.parse('0001-01-01')

export const getValueDistributionHandler = handle(
  getValueDistribution,
  async ({ caller, params, body, services: { db, execution } }) => {
    await execution.calls.flush(caller.tenantId)
    const to = body.to ?? new Date().toISOString().slice(0, 10)
    const from = body.from ?? new Date(Math.max(Date.parse(to) - 84 * dayMs, firstDay)).toISOString().slice(0, 10)
    return db.inTenant(caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      return distributionsOf(await valueCounts(tx, engine.id, { from, to }))
    })
  },
)

/** Rows are ordered by direction, name and week. */
function distributionsOf(rows: readonly ValueRow[]): Distribution[] {
  const distributions = new Map<string, Distribution>()
  for (const { direction, name, week, kind, bucket, calls } of rows) {
    const key = `${direction} ${name}`
    const distribution = distributions.get(key) ?? { direction, name, weeks: [] }
    distributions.set(key, distribution)
    let last = distribution.weeks.at(-1)
    if (last?.week !== week) {
      last = { week, calls: 0, drift: null, buckets: [] }
      distribution.weeks.push(last)
    }
    last.calls += calls
    last.buckets.push({ kind, bucket, calls })
  }
  for (const { weeks } of distributions.values()) {
    weeks.forEach((week, index) => {
      const before = weeks[index - 1]
      const follows = before !== undefined && Date.parse(week.week) - Date.parse(before.week) === 7 * dayMs
      if (follows) week.drift = driftOf(before.buckets, week.buckets)
      week.buckets.sort((a, b) => orderOf(a) - orderOf(b) || (a.bucket < b.bucket ? -1 : 1))
    })
  }
  return [...distributions.values()]
}

function orderOf({ kind, bucket }: { readonly kind: string; readonly bucket: string }): number {
  return kind === 'number' ? Number(bucket) : kind === 'blank' ? -Infinity : Infinity
}
