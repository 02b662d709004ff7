import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import type { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import type { StoredCall, WholeCall } from './call.store.ts'
import { inputsOf, outputsOf, recordsOf } from './travelled-values.ts'

type Summary = ResultOf<typeof listCalls>['items'][number]
type Detail = ResultOf<typeof getCall>

export function summaryOf(call: StoredCall): Summary {
  const { at, callerName, micros, recordCallIds: _, ...rest } = call
  return { ...rest, timestamp: at.toISOString(), caller: callerName, millis: micros / 1000 }
}

export function detailOf(call: WholeCall, serviceName: string, askedId: string): Detail {
  const request: unknown = JSON.parse(call.request)
  const response: unknown = JSON.parse(call.response)
  const place = call.recordCallIds?.indexOf(askedId) ?? -1
  const values = { inputs: inputsOf(request), outputs: outputsOf(response) }
  return {
    ...summaryOf(call),
    serviceName,
    ...(place < 0 ? values : recordOf(recordsOf(values.inputs), values.outputs, place)),
    request,
    response,
    recordCallIds: call.recordCallIds && [...call.recordCallIds],
  }
}

/** The inputs and outputs of a call; for a batch, those of each record. */
export function* recordsOfCall(call: WholeCall): Generator<{ id: string; inputs: unknown; outputs: unknown }> {
  const inputs = inputsOf(JSON.parse(call.request))
  const outputs = outputsOf(JSON.parse(call.response))
  if (call.recordCallIds === null) return yield { id: call.id, inputs, outputs }
  const records = recordsOf(inputs)
  for (const [place, id] of call.recordCallIds.entries()) {
    yield { id, ...recordOf(records, outputs, place) }
  }
}

function recordOf(inputs: readonly unknown[], outputs: unknown, place: number) {
  return { inputs: inputs[place], outputs: Array.isArray(outputs) ? (outputs as unknown[])[place] : outputs }
}
