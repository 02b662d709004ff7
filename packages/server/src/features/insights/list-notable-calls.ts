import { listNotableCalls } from '@sheetwright/contract/insights/list-notable-calls.ts'
import { handle } from '../../platform/http/handle.ts'
import { askedEngines } from './usage.access.ts'
import { failingCalls, type NotableCall, slowestCalls } from './usage.store.ts'
import { daysOf, quarterRange } from './whole-spans.ts'

const most = 20

export const listNotableCallsHandler = handle(
  listNotableCalls,
  async ({ caller, body, services: { db, execution } }) => {
    await execution.calls.flush(caller.tenantId)
    const range = quarterRange(body)
    return db.inTenant(caller.tenantId, async (tx) => {
      const engines = (await askedEngines(tx, caller, body.filter)).filter(({ seesAll }) => seesAll)
      const engineIds = engines.map(({ id }) => id)
      const query = { ...range, days: daysOf(range), engineIds, filter: body.filter, most }
      const withNames = (call: NotableCall) => {
        const engine = engines.find(({ id }) => id === call.engineId)
        return { ...call, productId: engine?.productId ?? '', serviceName: engine?.serviceName ?? '' }
      }
      return {
        slowest: (await slowestCalls(tx, query)).map(withNames),
        failing: (await failingCalls(tx, query)).map(withNames),
      }
    })
  },
)
