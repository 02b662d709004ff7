import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { type CounterName, counterValue, type Dimension } from '@sheetwright/contract/insights/usage.ts'
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
    const seriesOf = async (at: readonly number[], end: number, groupBy?: Dimension) => {
      const query = { ranges: spansOfPoints(at, end), engines, userId: caller.userId, filter: body.filter }
      return summedByGroup(await sumUsageOverTime(tx, query, at, groupBy), at, body.counterName)
    }
    const sorted = await seriesOf(points, to, body.groupBy)
    const nameOf = body.groupBy && (await groupNames(tx, body.groupBy, sorted, engines))
    const named = sorted.map((group) => ({ ...group, name: nameOf?.(group) ?? '' }))
    const totalsOf = async (at: readonly number[], end: number) =>
      (await seriesOf(at, end))[0]?.values ?? at.map(() => 0)
    const before = pointsBetween(from - (to - from), from, body.interval, body.zone)
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      points: points.map((at) => new Date(at).toISOString()),
      groups:
        named.length <= mostGroups + 1 ? named : [...named.slice(0, mostGroups), together(named.slice(mostGroups))],
      ...(body.compare === true
        ? { compared: { values: await totalsOf(points, to), before: await totalsOf(before, from) } }
        : {}),
    }
  })
})

interface Group {
  readonly key: string
  readonly name: string
  total: number
  readonly values: number[]
}

/** A series per group, the largest first. */
function summedByGroup(
  rows: Awaited<ReturnType<typeof sumUsageOverTime>>,
  points: readonly number[],
  counter: CounterName,
): Group[] {
  const groups = new Map<string, Group>()
  for (const { point, key, name, sums } of rows) {
    const group = groups.get(key) ?? { key, name, total: 0, values: points.map(() => 0) }
    groups.set(key, group)
    const value = counterValue(sums, counter)
    group.values[point] = value
    group.total += value
  }
  return [...groups.values()].sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
}

function together(groups: readonly { readonly total: number; readonly values: readonly number[] }[]) {
  const values = (groups[0]?.values ?? []).map((_, index) =>
    groups.reduce((sum, group) => sum + (group.values[index] ?? 0), 0),
  )
  return { key: others, name: others, total: groups.reduce((sum, { total }) => sum + total, 0), values }
}
