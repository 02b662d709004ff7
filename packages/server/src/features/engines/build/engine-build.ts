import type { EffectiveIteration } from '@sheetwright/compiler/model.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { ParityReport, WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import type { CompileReport } from '@sheetwright/compiler/build.ts'
import type { StoredInterface } from './stored-interface.ts'

/** The result of reading, compiling and proving a workbook, stored beside the program as one JSON document. */
export interface EngineBuild {
  readonly formatVersion: 1
  /** For running: names, places, defaults, validations, solves. `revivedInterface` makes it usable. */
  readonly interface: StoredInterface
  /** Marked (not named) inputs and outputs, with anchors to find them again in the next workbook. */
  readonly marks?: AnchoredInterface
  /** How circular cells are computed; omitted if the workbook has none. */
  readonly iteration?: EffectiveIteration
  /** The interface that callers see, with the workbook's own names. */
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
  /** Some cells are computed by the reference evaluator, which needs the workbook. */
  readonly delegated: boolean
  /** Lint score of the workbook, up to 100. Builds of earlier versions of the product lack it. */
  readonly lintScore?: number
  /** The workbook counts days from 1904. Builds of earlier versions of the product lack it. */
  readonly date1904?: boolean
  /** The outputs on the defaults, in the format of the API. */
  readonly defaultsResults: Readonly<Record<string, unknown>>
  /** Outputs that are errors on the defaults. Builds of earlier versions of the product lack them. */
  readonly failedOutputs?: readonly { readonly name: string; readonly message: string }[]
}
