import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { counterValue } from '@sheetwright/contract/insights/usage.ts'
import { pointsBetween } from '@sheetwright/contract/insights/zone-days.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupNames } from './group-names.ts'
import { askedEngines } from './usage.access.ts'
import { sumUsageOverTime } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

const mostPoints = 1200
const mostGroups = 10
const others = '…'

export const aggregateUsageHandler = handle(aggregateUsage, async ({ caller, body, services: { db, execution } }) => {
  const { from, to } = quarterRange(body)
  const points = pointsBetween(from, to, body.interval, body.zone)
  if (points.length > mostPoints)
    throw new CallError('INVALID_INPUT', `The range has ${points.length} points; at most ${mostPoints} are allowed`, [
      { field: 'interval', message: `gives ${points.length} points; choose a longer interval` },
    ])
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engines = await askedEngines(tx, caller, body.filter)
    const ranges = spansOfPoints(points, to)
    const query = { ranges, engines, userId: caller.userId, filter: body.filter }
    const rows = await sumUsageOverTime(tx, query, points, body.groupBy)
    const groups = new Map<string, { key: string; name: string; total: number; values: number[] }>()
    for (const { point, key, name, sums } of rows) {
      const group = groups.get(key) ?? { key, name, total: 0, values: points.map(() => 0) }
      groups.set(key, group)
      const value = counterValue(sums, body.counterName)
      group.values[point] = value
      group.total += value
    }
    const sorted = [...groups.values()].sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
    const nameOf = body.groupBy && (await groupNames(tx, body.groupBy, sorted, engines))
    const named = sorted.map((group) => ({ ...group, name: nameOf?.(group) ?? '' }))
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      points: points.map((at) => new Date(at).toISOString()),
      groups:
        named.length <= mostGroups + 1 ? named : [...named.slice(0, mostGroups), together(named.slice(mostGroups))],
    }
  })
})

function together(groups: readonly { readonly total: number; readonly values: readonly number[] }[]) {
  const values = (groups[0]?.values ?? []).map((_, index) =>
    groups.reduce((sum, group) => sum + (group.values[index] ?? 0), 0),
  )
  return { key: others, name: others, total: groups.reduce((sum, { total }) => sum + total, 0), values }
}
