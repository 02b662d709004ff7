import type { CellPosition, DataTableFormula } from '../../model/cell.ts'

/** Data tables of both binary formats: two inputs, or one for the row or the column. */
export function dataTableInputs(
  both: boolean,
  isRow: boolean,
  first: CellPosition | undefined,
  second: CellPosition | undefined,
): DataTableFormula['inputs'] {
  if (both) return { shape: 'both', rowInput: first, columnInput: second }
  return isRow ? { shape: 'row', rowInput: first } : { shape: 'column', columnInput: first }
}
