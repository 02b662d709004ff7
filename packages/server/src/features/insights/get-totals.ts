import { getTotals } from '@sheetwright/contract/insights/get-totals.ts'
import { counterValue } from '@sheetwright/contract/insights/usage.ts'
import { handle } from '../../platform/http/handle.ts'
import { askedEngines } from './usage.access.ts'
import { sumUsage } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

export const getTotalsHandler = handle(getTotals, async ({ caller, body, services: { db, execution } }) => {
  // Count answered calls that are not written yet, too.
  await execution.calls.flush(caller.tenantId)
  const { from, to } = quarterRange(body)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engines = await askedEngines(tx, caller, body.filter)
    const sumsOf = (first: number, last: number) =>
      sumUsage(tx, { ranges: spansOfPoints([first], last), engines, userId: caller.userId, filter: body.filter })
    const total = await sumsOf(from, to)
    const before = await sumsOf(from - (to - from), from)
    const names = [body.counterName].flat()
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      counters: names.map((counterName) => ({
        counterName,
        total: counterValue(total, counterName),
        before: counterValue(before, counterName),
      })),
    }
  })
})
