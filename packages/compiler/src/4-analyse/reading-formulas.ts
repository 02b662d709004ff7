import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import type { DataTableFormula, FormulaCell, RegionFormula } from '../model/cell.ts'

/** A formula cell with the areas that its formula names. */
export interface ReadingFormula {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly cell: FormulaCell
  /** The same object for every cell with the same relative formula; undefined for a data table. */
  readonly formula: BoundFormula | undefined
  readonly areas: readonly Area[]
  /** It may read more than it names, since it calls INDIRECT or OFFSET, or refers to a spill. */
  readonly open: boolean
}

/** Every formula cell of a workbook with the areas it names, by sheet and column. */
export function listReadingFormulas(bound: BoundWorkbook): ReadingFormula[] {
  const list: ReadingFormula[] = []
  const { workbook } = bound
  workbook.sheets.forEach((entry, sheet) => {
    const regions = new Map<RegionFormula, Pick<ReadingFormula, 'areas' | 'open' | 'formula'>>()
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind !== 'formula') return
      const { formula } = cell
      if (formula.kind === 'normal') {
        const boundFormula = bound.formula(formula, sheet, row, col)
        const { areas, open } = staticPrecedents(boundFormula.tree, { sheet, row, col }, workbook.grid)
        list.push({ sheet, row, col, cell, formula: boundFormula, areas, open })
        return
      }
      let read = regions.get(formula)
      if (!read) regions.set(formula, (read = readByRegion(bound, formula, sheet)))
      list.push({ sheet, row, col, cell, ...read })
    })
  })
  return list
}

function readByRegion(
  bound: BoundWorkbook,
  formula: RegionFormula,
  sheet: number,
): Pick<ReadingFormula, 'areas' | 'open' | 'formula'> {
  if (formula.kind === 'dataTable') return { areas: areasOfDataTable(formula, sheet), open: false, formula: undefined }
  const { row, col } = formula
  const boundFormula = bound.formula(formula, sheet, row, col)
  const { areas, open } = staticPrecedents(boundFormula.tree, { sheet, row, col }, bound.workbook.grid)
  return { areas, open, formula: boundFormula }
}

/** The row above, the column to the left, and the input cells. */
function areasOfDataTable({ range, inputs }: DataTableFormula, sheet: number): Area[] {
  const { top, left, bottom, right } = range
  const varied = [
    inputs.shape === 'column' ? undefined : inputs.rowInput,
    inputs.shape === 'row' ? undefined : inputs.columnInput,
  ].flatMap((position) => position ?? [])
  return [
    { sheet, top: top - 1, left: left - 1, bottom: top - 1, right },
    { sheet, top: top - 1, left: left - 1, bottom, right: left - 1 },
    ...varied.map(({ row, col }) => ({ sheet, top: row, left: col, bottom: row, right: col })),
  ]
}
