import type { Scalar } from '@sheetwright/runtime/values.ts'

/** What a run depends on beside the workbook. Nothing else is read from the machine, so a run can be repeated exactly. */
export interface EvaluationOptions {
  /** Serial number of the moment NOW gives, in the workbook's date system and the caller's time zone. */
  readonly now: number
  readonly seed: number
  /** BCP 47 tag. */
  readonly locale: string
  /** Work the run may do before it is ended; about one step a node visited. */
  readonly steps: number
  /** Facts that CELL and INFO report, where the caller wants them known. The file name is `path[book]`, path optional. */
  readonly facts?: Readonly<Partial<Record<'filename' | 'directory' | 'osversion' | 'release' | 'system', string>>>
  /** Values that stand for a cell instead of its formula, by `sheet/row/col`. The check command gives saved values of cells that cannot be computed. */
  readonly given?: (sheet: number, row: number, col: number) => Scalar | undefined
  /** A cell that needs its own value reads the saved one. */
  readonly selfIsSaved?: boolean
  /** Keeps the order in which cells were computed, for a trace of the run. */
  readonly trace?: boolean
  /** Walks the bodies of LAMBDAs node by node instead of compiling them: what the compiled ones are held against. */
  readonly isInterpreting?: boolean
  /** Counts the work that each cell took by itself, for a profile of the run. */
  readonly costs?: boolean
}
