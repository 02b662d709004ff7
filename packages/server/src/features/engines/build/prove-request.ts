import type { Iteration } from '@sheetwright/compiler/model.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import { programComparison } from '@sheetwright/contract/engines/proof.ts'

/** The request to the child process that continues a proof. */
export interface ProveRequest {
  /** Holds the workbook and its program. */
  readonly folder: string
  readonly fileName: string
  readonly marks: AnchoredInterface | null
  readonly iteration: Iteration | null
  /** Number of runs already compared. */
  readonly from: number
  readonly seconds: number
}

/** The child's answer. It is validated, because the child worked on untrusted data. */
export const proveAnswer = programComparison
