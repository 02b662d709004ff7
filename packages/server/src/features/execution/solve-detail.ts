import type { SolveDetail } from '@sheetwright/contract/execution/run-result.ts'
import type { SolveResult } from '@sheetwright/runtime/engine/call.ts'

export function solveDetailOf({ name, target, result }: SolveResult): SolveDetail {
  const { found, input, history } = result
  return {
    name,
    target,
    result: {
      found,
      input,
      history: history.map(({ difference, ...step }) => (difference === undefined ? step : { ...step, difference })),
    },
  }
}
