import type { Iteration } from '@sheetwright/compiler/model/iteration.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/propose/anchors.ts'
import { programComparison } from '@sheetwright/contract/engines/proof.ts'

/** What the child that goes on with a proof is asked for. */
export interface ProveRequest {
  /** Holds the workbook and its program. */
  readonly folder: string
  readonly fileName: string
  readonly marks: AnchoredInterface | null
  readonly iteration: Iteration | null
  /** Runs that were compared before. */
  readonly from: number
  readonly seconds: number
}

/** What the child answers; it is checked, because the child worked on untrusted data. */
export const proveAnswer = programComparison
