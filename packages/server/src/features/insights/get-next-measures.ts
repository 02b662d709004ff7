import { getNextMeasures } from '@sheetwright/contract/insights/get-next-measures.ts'
import type { Measure } from '@sheetwright/contract/insights/usage.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupNames } from './group-names.ts'
import { askedEngines } from './usage.access.ts'
import { sumUsageBy } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

const mostMeasures = 500

export const getNextMeasuresHandler = handle(getNextMeasures, async ({ caller, body, services: { db, execution } }) => {
  await execution.calls.flush(caller.tenantId)
  const { from, to } = quarterRange(body)
  const by = body.update === 'folders' ? 'product' : body.update === 'services' ? 'engine' : body.by
  return db.inTenant(caller.tenantId, async (tx) => {
    const engines = await askedEngines(tx, caller, body.filter)
    const ranges = spansOfPoints([from], to)
    const groups = await sumUsageBy(tx, { ranges, engines, userId: caller.userId, filter: body.filter }, by)
    const shown = groups.slice(0, mostMeasures)
    const nameOf = await groupNames(tx, by, shown, engines)
    const measures = shown.map((group): Measure => {
      const engineId = by === 'engine' || by === 'version' ? group.versionEngineId : null
      const productId = by === 'product' ? group.key : engines.find(({ id }) => id === engineId)?.productId
      return { ...group.sums, key: group.key, name: nameOf(group), productId: productId ?? null, engineId }
    })
    // An empty list is null.
    const answer = measures.length === 0 ? null : measures
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      foldersMeasure: body.update === 'folders' ? answer : null,
      servicesMeasure: body.update === 'services' ? answer : null,
      drillDownMeasure: body.update === 'drilldown' ? answer : null,
    }
  })
})
