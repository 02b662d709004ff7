import { type CallSearchField, findCalls } from '@sheetwright/contract/call-log/find-calls.ts'
import { writtenDate } from '@sheetwright/contract/dates.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { callsFor } from './call.access.ts'
import { summaryOf } from './call-answer.ts'
import { endOf, filterOf } from './call-filter.ts'
import { type CallCondition, listCalls } from './call.store.ts'

export const findCallsHandler = handle(findCalls, async ({ caller, params, body, services: { db, execution } }) => {
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const also = body.search.map(({ field, value }) => conditionOf(field, value))
    const page = { number: body.page, size: body.pageSize, oldestFirst: body.sort === 'timestamp' }
    const filter = { ...filterOf(engine.id, body), also, madeBy: callsFor(caller, engine) }
    const { items, count } = await listCalls(tx, filter, page)
    return { items: items.map(summaryOf), count }
  })
})

function conditionOf(field: CallSearchField, value: string): CallCondition {
  switch (field) {
    case 'call_id':
    case 'callId':
      return { callId: value }
    case 'user':
    case 'username':
      return { callerName: value }
    case 'call_purpose':
    case 'callPurpose':
    case 'purpose':
      return { purpose: value }
    case 'source_system':
    case 'sourceSystem':
      return { sourceSystem: value }
    case 'correlation_id':
    case 'correlationId':
      return { correlationId: value }
    case 'start_date':
    case 'startDate':
      return { from: new Date(dateOf(field, value)) }
    case 'end_date':
    case 'endDate':
      return { before: endOf(dateOf(field, value)) }
    default:
      return field satisfies never
  }
}

function dateOf(field: CallSearchField, value: string): string {
  const read = writtenDate.safeParse(value)
  if (read.success) return read.data
  throw new CallError('INVALID_DATETIME', `${field}: "${value}" is not a date`, [
    { field: 'body.search', message: `${field} is not a date`, allowed: '2026-01-31 or 2026-01-31T12:00:00Z' },
  ])
}
