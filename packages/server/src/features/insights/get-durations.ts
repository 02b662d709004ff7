import { getDurations } from '@sheetwright/contract/insights/get-durations.ts'
import { handle } from '../../platform/http/handle.ts'
import { percentile, upperMillis } from './percentile.ts'
import { askedEngines } from './usage.access.ts'
import { durationCounts, durationCountsBy, revisionsOf } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

const noVersion = '00000000-0000-0000-0000-000000000000'

export const getDurationsHandler = handle(getDurations, async ({ caller, body, services: { db, execution } }) => {
  await execution.calls.flush(caller.tenantId)
  const { from, to } = quarterRange(body)
  const { filter, groupBy } = body
  return db.inTenant(caller.tenantId, async (tx) => {
    const engines = (await askedEngines(tx, caller, filter)).filter(({ seesAll }) => seesAll)
    const ranges = spansOfPoints([from], to)
    const answer = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    if (groupBy !== 'version') {
      const found = await durationCountsBy(tx, { ranges, engines, userId: caller.userId, filter }, groupBy)
      const groups = found.map(({ key, name, counts }) => ({
        key,
        name: groupBy === 'caller' ? name : key,
        ...percentilesOf(counts),
      }))
      return { ...answer, versions: [], groups: groups.sort((a, b) => b.calls - a.calls) }
    }
    const found = await durationCounts(
      tx,
      ranges,
      engines,
      filter.version?.map((id) => (id === '' ? noVersion : id)),
    )
    const revisions = await revisionsOf(
      tx,
      found.map(({ versionId }) => versionId),
    )
    const versions = found.map(({ engineId, versionId, counts }) => ({
      engineId,
      serviceName: engines.find(({ id }) => id === engineId)?.serviceName ?? '',
      versionId: versionId === noVersion ? null : versionId,
      revision: revisions.get(versionId) ?? null,
      ...percentilesOf(counts),
    }))
    return { ...answer, versions: versions.sort((a, b) => b.calls - a.calls), groups: [] }
  })
})

function percentilesOf(counts: readonly number[]) {
  return {
    calls: counts.reduce((sum, count) => sum + count, 0),
    p50: percentile(counts, 0.5),
    p90: percentile(counts, 0.9),
    p95: percentile(counts, 0.95),
    p99: percentile(counts, 0.99),
    counts: Array.from(counts, (calls, bucket) => ({ upTo: upperMillis(bucket), calls: calls ?? 0 })).filter(
      ({ calls }) => calls > 0,
    ),
  }
}
