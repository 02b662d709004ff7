import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import type { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { batchRecords } from '@sheetwright/contract/execution/batch-records.ts'
import type { StoredCall, WholeCall } from './call.store.ts'

type Summary = ResultOf<typeof listCalls>['items'][number]
type Detail = ResultOf<typeof getCall>

export function summaryOf(call: StoredCall): Summary {
  const { at, callerName, micros, recordCallIds: _, ...rest } = call
  return { ...rest, timestamp: at.toISOString(), caller: callerName, millis: micros / 1000 }
}

export function detailOf(call: WholeCall, serviceName: string, askedId: string): Detail {
  const request: unknown = JSON.parse(call.request)
  const response: unknown = JSON.parse(call.response)
  const record = call.recordCallIds?.indexOf(askedId) ?? -1
  const inputs = inputsOf(request)
  const outputs = outputsOf(response)
  return {
    ...summaryOf(call),
    serviceName,
    inputs: record < 0 ? inputs : recordsOf(inputs)[record],
    outputs: record < 0 || !Array.isArray(outputs) ? outputs : (outputs as unknown[])[record],
    request,
    response,
    recordCallIds: call.recordCallIds && [...call.recordCallIds],
  }
}

/** The inputs of a call, whichever shape it was made in. */
export function inputsOf(request: unknown): unknown {
  return within(request, 'request_data', 'inputs') ?? within(request, 'inputs') ?? {}
}

/** The records of a call; one that is no batch has one. */
export function recordsOf(inputs: unknown): unknown[] {
  return Array.isArray(inputs) ? batchRecords(inputs) : [inputs]
}

export function outputsOf(response: unknown): unknown {
  return (
    within(response, 'xOutput') ?? within(response, 'response_data', 'outputs') ?? within(response, 'outputs') ?? {}
  )
}

function within(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null) return undefined
    inner = (inner as Record<string, unknown>)[name]
  }
  return inner
}
