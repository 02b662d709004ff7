/** A real workbook from a list, with cells suitable as inputs and outputs. */
export interface Model {
  readonly file: string
  readonly inputs: readonly { readonly cell: string; readonly value: number | string }[]
  readonly outputs: readonly { readonly cell: string }[]
}

/** What the process that measures a model prints: a line for our engine and one for HyperFormula. */
export type ModelLine =
  | { readonly own: OwnResult }
  | { readonly hyperFormula: PeerOfModel }
  | { readonly problem: string }

export interface OwnResult {
  /** Hash of the workbook's content. */
  readonly mark: string
  readonly readMs: number
  readonly compileMs: number
  readonly liveCells: number
  readonly families: number
  readonly delegatedCells: number
  readonly programMicros: number
  readonly evaluatorMicros: number
  /** The evaluator's time as a multiple of the yardstick's time in the same run. */
  readonly evaluatorYardsticks: number
  readonly timesTheEvaluator: number
  /** Number of outputs that differ from the evaluator's, over all input sets tried. */
  readonly mismatches: number
  /** Share of the formula cells with a comparable saved value whose result equals it. */
  readonly savedEqual: { readonly compared: number; readonly program: number; readonly evaluator: number }
}

export interface PeerOfModel {
  readonly micros: number
  readonly timesAsFast: number
  readonly mismatches: number
}
