import { batchRecords } from '@sheetwright/contract/execution/batch-records.ts'

/** The inputs of a call, in whichever format it was made. */
export function inputsOf(request: unknown): unknown {
  return within(request, 'request_data', 'inputs') ?? within(request, 'inputs') ?? {}
}

/** The records of a call; a single call has one. */
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
