import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'

/** Why a program must not reach anybody: it computes something else than the reference evaluator. Null where it does not. */
export function programFault([first]: ParityReport['program']['differences']): string | null {
  if (first === undefined) return null
  return `The compiled program and the reference evaluator give different results for ${first.output}: ${first.program} and ${first.evaluator}`
}
