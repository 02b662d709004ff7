import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import { cellName } from '../model/address.ts'
import type { Position } from './dependencies.ts'
import { CIRCULAR } from './cycles.ts'
import type { Evaluator } from './evaluator.ts'

/** Most cells of a cycle that are named. */
const MOST_NAMED = 100

/**
 * Computes every cell and reports one that depends on itself per cycle, with the cells of the cycle. True if a cycle
 * is iterated because it was saved so.
 */
export function diagnoseCycles(bound: BoundWorkbook, evaluator: Evaluator, diagnostics: Diagnostics): boolean {
  const { sheets } = bound.workbook
  const circular: Position[] = []
  sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind !== 'formula') return
      const value = evaluator.value(sheet, row, col)
      if (!(value instanceof ExcelError) || value.uncomputable?.reason !== CIRCULAR) return
      if (value.uncomputable.cell === `${entry.name}!${cellName(row, col)}`) circular.push({ sheet, row, col })
    })
  })
  const cycles = evaluator.foundCycles()
  const place = ({ sheet, row, col }: Position) => ({ sheet: sheets[sheet]?.name ?? '', cell: cellName(row, col) })
  for (const cell of circular) {
    const cycle = cycles.find(({ cells }) => cells.some((other) => isSame(other, cell)))
    diagnostics.add('CIRCULAR_REFERENCE', { cells: named(bound, cycle?.cells ?? [cell]) }, place(cell))
  }
  const iterated = cycles.filter(({ isIterated }) => isIterated)
  for (const { cells } of iterated) {
    const [first] = cells
    if (first) diagnostics.add('CIRCULAR_ITERATED', { cells: named(bound, cells) }, place(first))
  }
  return iterated.length > 0
}

function isSame(a: Position, b: Position): boolean {
  return a.sheet === b.sheet && a.row === b.row && a.col === b.col
}

function named({ workbook: { sheets } }: BoundWorkbook, cells: readonly Position[]): string {
  const names = cells
    .slice(0, MOST_NAMED)
    .map(({ sheet, row, col }) => `${sheets[sheet]?.name ?? ''}!${cellName(row, col)}`)
  return cells.length > MOST_NAMED ? `${names.join(', ')}, … (${cells.length})` : names.join(', ')
}
