import type { EffectiveIteration } from '@sheetwright/compiler/model/iteration.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { ParityReport, WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/propose/anchors.ts'
import type { CompileReport } from '@sheetwright/compiler/compile.ts'
import type { StoredInterface } from './stored-interface.ts'

/** What reading, compiling and proving a workbook gave, kept beside the program as one JSON document. */
export interface EngineBuild {
  readonly formatVersion: 1
  /** For running: names, places, defaults, validations, solves. `revivedInterface` makes it usable. */
  readonly interface: StoredInterface
  /** Inputs and outputs that were marked instead of named, ready to be found again in the next workbook. */
  readonly marks?: AnchoredInterface
  /** How cells that need their own value are computed; left out where they have none. */
  readonly iteration?: EffectiveIteration
  /** What callers are shown of it, with the workbook's own names. */
  readonly publicInterface: EngineInterface
  readonly parity: ParityReport
  readonly diagnostics: readonly WorkbookDiagnostic[]
  readonly report: CompileReport
  readonly sheets: number
  readonly formulaCells: number
  readonly cellsWithData: number
  readonly timings: { readonly readMs: number; readonly compileMs: number; readonly proveMs: number }
  /** Median of one run of the program on the defaults. */
  readonly evalMicros: number
  readonly compilerVersion: string
  readonly workbookHash: string
  /** Some cells are left to the reference evaluator, which needs the workbook itself. */
  readonly delegated: boolean
  /** How well the workbook is kept, of 100. Builds of earlier versions of the product lack it. */
  readonly lintScore?: number
  /** The outputs on the defaults, as they travel. */
  readonly defaultsResults: Readonly<Record<string, unknown>>
  /** Outputs that give an error on the defaults. Builds of earlier versions of the product lack it. */
  readonly failedOutputs?: readonly { readonly name: string; readonly message: string }[]
}
