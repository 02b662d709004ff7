import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from './address.ts'

export type Cell = ConstantCell | FormulaCell

export interface ConstantCell {
  readonly kind: 'constant'
  /** Null in a cell that has only a style. */
  readonly value: Scalar
  readonly style: number
}

export interface FormulaCell {
  readonly kind: 'formula'
  /**
   * Cells of one filled range share the record; cells of an array formula or data table all point to its single record.
   */
  readonly formula: Formula
  /** The saved result; undefined if the file holds none. */
  readonly saved: Scalar | undefined
  readonly style: number
}

export type Formula = NormalFormula | RegionFormula

export type RegionFormula = ArrayFormula | DynamicFormula | DataTableFormula

/**
 * A formula text without the leading `=`, as written in the cell at `row`, `col`. In any other cell that points to the
 * record, relative references move by the offset from that cell, wrapping at the edges of the grid.
 * An empty text is a formula that could not be decoded, for which a diagnostic exists: the cell cannot be computed.
 */
export interface NormalFormula {
  readonly kind: 'normal'
  readonly text: string
  readonly row: number
  readonly col: number
}

/** Entered with Ctrl+Shift+Enter: fills exactly its range. The text is relative to `row`, `col`, the top left cell. */
export interface ArrayFormula {
  readonly kind: 'array'
  readonly text: string
  readonly row: number
  readonly col: number
  readonly range: Range
}

/** Spills from `row`, `col`; `range` is its saved extent. */
export interface DynamicFormula {
  readonly kind: 'dynamic'
  readonly text: string
  readonly row: number
  readonly col: number
  readonly range: Range
}

/** Data > What-If Analysis > Data Table. The cell to vary is on the same sheet; undefined if it was deleted. */
export interface DataTableFormula {
  readonly kind: 'dataTable'
  readonly range: Range
  readonly inputs:
    | { readonly shape: 'row'; readonly rowInput: CellPosition | undefined }
    | { readonly shape: 'column'; readonly columnInput: CellPosition | undefined }
    | {
        readonly shape: 'both'
        readonly rowInput: CellPosition | undefined
        readonly columnInput: CellPosition | undefined
      }
}

export interface CellPosition {
  readonly row: number
  readonly col: number
}
