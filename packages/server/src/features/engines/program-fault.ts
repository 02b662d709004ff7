import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'

/** Why a program must not be used: its results differ from the reference evaluator's. Null if they do not. */
export function programFault([first]: ParityReport['program']['differences']): string | null {
  if (first === undefined) return null
  return `The compiled program and the reference evaluator give different results for ${first.output}: ${first.program} and ${first.evaluator}`
}
