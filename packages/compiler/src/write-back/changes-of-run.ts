import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import type { Range } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import type { CellValue, WorkbookChanges } from './changes.ts'

/** All values that a run set in a workbook, and the results of its formulas. */
export function changesOfRun(workbook: Workbook, evaluator: Evaluator): WorkbookChanges {
  const results: CellValue[] = []
  const spills: { sheet: number; row: number; col: number; range: Range }[] = []
  workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind === 'formula') results.push({ sheet, row, col, value: evaluator.value(sheet, row, col) })
    })
    for (const formula of entry.regions) {
      if (formula.kind !== 'dynamic') continue
      const range = evaluator.spillRange(formula, sheet)
      if (isSameRange(range, formula.range)) continue
      spills.push({ sheet, row: formula.row, col: formula.col, range })
      for (let row = range.top; row <= range.bottom; row++) {
        for (let col = range.left; col <= range.right; col++) {
          if (!entry.cells.get(row, col)) results.push({ sheet, row, col, value: evaluator.value(sheet, row, col) })
        }
      }
    }
  })
  return { inputs: evaluator.inputCells(), results, spills }
}

/** The same if another program computed: every formula, and the cells that got a value. */
export function changesOfCalculator(
  workbook: Workbook,
  computed: Calculator,
  inputs: readonly CellPlace[],
): WorkbookChanges {
  const valued = ({ sheet, row, col }: CellPlace) => ({ sheet, row, col, value: computed.value({ sheet, row, col }) })
  const results: CellValue[] = []
  workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind === 'formula') results.push(valued({ sheet, row, col }))
    })
  })
  return { inputs: inputs.map(valued), results, spills: [] }
}

function isSameRange(a: Range, b: Range): boolean {
  return a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
}
