import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { CycleFindings } from './cycles.ts'

/**
 * What a run depends on besides the workbook. Nothing else is read from the machine, so a run can be repeated exactly.
 */
export interface EvaluationOptions {
  /** Serial number that NOW gives, in the workbook's date system and the caller's time zone. */
  readonly now: number
  readonly seed: number
  /** BCP 47 tag. */
  readonly locale: string
  /** Step limit of the run; about one step per visited node. */
  readonly steps: number
  /** Facts that CELL and INFO report, if the caller provides them. The file name is `path[book]`, path optional. */
  readonly facts?: Readonly<Partial<Record<'filename' | 'directory' | 'osversion' | 'release' | 'system', string>>>
  /**
   * Values that replace a cell's formula, by `sheet/row/col`. The check command passes the saved values of cells that
   * cannot be computed.
   */
  readonly given?: (sheet: number, row: number, col: number) => Scalar | undefined
  /** A cell that depends on itself reads the saved value. */
  readonly selfIsSaved?: boolean
  /** What is known about the file's cycles, shared by evaluators of the same workbook. */
  readonly cycles?: CycleFindings
  /** Records the order in which cells were computed, for a trace of the run. */
  readonly trace?: boolean
  /** Interprets the bodies of LAMBDAs node by node instead of compiling them: the reference for the compiled ones. */
  readonly isInterpreting?: boolean
  /** Counts the steps of each cell, for a profile of the run. */
  readonly costs?: boolean
}
