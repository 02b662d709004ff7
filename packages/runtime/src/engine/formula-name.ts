import type { ValidationFormula } from './calculator.ts'
import type { CellPlace, CellPort } from './ports.ts'

export function placeKey({ sheet, row, col }: CellPlace): string {
  return `${sheet}/${row}/${col}`
}

/** The name of a data validation formula in a program. */
export function formulaName({ place: { sheet, range } }: CellPort, formula: ValidationFormula): string {
  return `${sheet}/${range.top}/${range.left}/${formula}`
}
