import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { callsFor } from './call.access.ts'
import { summaryOf } from './call-answer.ts'
import { filterOf } from './call-filter.ts'
import * as store from './call.store.ts'

export const listCallsHandler = handle(listCalls, async ({ caller, params, body, services: { db, execution } }) => {
  // Show answered calls that are not written yet, too.
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const purpose = params.purpose.toLowerCase() === 'all' ? undefined : params.purpose
    const page = { number: body.page, size: body.pageSize, oldestFirst: body.sort === 'timestamp' }
    const { items, count } = await store.listCalls(
      tx,
      { ...filterOf(engine.id, body), purpose, madeBy: callsFor(caller, engine) },
      page,
    )
    return { items: items.map(summaryOf), count }
  })
})
