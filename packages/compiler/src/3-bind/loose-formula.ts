import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import type { BoundWorkbook } from './bind-workbook.ts'
import type { BoundFormula } from './bound.ts'

/** A formula outside any cell (a limit of a data validation), computed as the cell at its place sees it. */
export interface LooseFormula extends CellPlace {
  readonly name: string
  /** The text as written in `home`. */
  readonly text: string
  readonly home: CellPlace
}

export function boundLoose(bound: BoundWorkbook, { text, home }: LooseFormula): BoundFormula {
  return bound.text(text, home.sheet, home.row, home.col, undefined)
}
