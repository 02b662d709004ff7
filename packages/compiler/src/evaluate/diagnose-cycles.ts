import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import { cellName } from '../model/address.ts'
import { CIRCULAR, type Evaluator } from './evaluator.ts'

/** Computes every cell and reports those that need their own value, one for each cycle. */
export function diagnoseCycles(bound: BoundWorkbook, evaluator: Evaluator, diagnostics: Diagnostics): void {
  bound.workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind !== 'formula') return
      const value = evaluator.value(sheet, row, col)
      if (!(value instanceof ExcelError) || value.uncomputable?.reason !== CIRCULAR) return
      const name = cellName(row, col)
      if (value.uncomputable.cell !== `${entry.name}!${name}`) return
      diagnostics.add('CIRCULAR_REFERENCE', {}, { sheet: entry.name, cell: name })
    })
  })
}
