import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { CellText, shownValue, type ShownValue } from '../explain/cell-text.ts'
import type { Range } from '../model/address.ts'
import type { Cell } from '../model/cell.ts'
import type { CellComment, Workbook } from '../model/workbook.ts'
import { type CellLook, lookOf, shownText, styleAt } from './cell-look.ts'

interface ShownCell {
  readonly row: number
  readonly col: number
  /** As the cell shows it. */
  readonly text: string
  readonly value: ShownValue
  readonly isError?: true
  /** With `=`. */
  readonly formula?: string
  readonly style: number
  readonly comment?: string
}

export interface SheetWindow {
  readonly cells: readonly ShownCell[]
  /** Looks by style number of the cells. */
  readonly looks: Readonly<Record<string, CellLook>>
}

/** The cells of a part of a sheet, with saved values unless a run gives others. */
export function sheetWindow(
  workbook: Workbook,
  sheet: number,
  range: Range,
  options: {
    readonly locale: string
    readonly text?: CellText
    readonly value?: (sheet: number, row: number, col: number, cell: Cell) => Scalar
  },
): SheetWindow {
  const { locale, text = new CellText(workbook), value: valueOf = savedValue } = options
  const cells: ShownCell[] = []
  const looks: Record<string, CellLook> = {}
  const table = workbook.sheets[sheet]?.cells
  const notes = new Map(workbook.sheets[sheet]?.comments?.map((each) => [`${each.row} ${each.col}`, each]))
  for (const col of table?.columnNumbers() ?? []) {
    if (col < range.left || col > range.right) continue
    table?.forEachInColumn(col, range.top, range.bottom, (row, cell) => {
      const style = styleAt(workbook, cell.style)
      const value = valueOf(sheet, row, col, cell)
      looks[cell.style] ??= lookOf(style)
      const formula = cell.kind === 'formula' ? text.formula(cell, row, col) : undefined
      cells.push({
        row,
        col,
        text: shownText(value, style.numberFormat, locale, workbook.date1904),
        value: shownValue(value),
        ...(value instanceof ExcelError ? { isError: true } : {}),
        ...(formula === undefined ? {} : { formula }),
        style: cell.style,
        ...noteOf(notes.get(`${row} ${col}`)),
      })
    })
  }
  return { cells, looks }
}

function noteOf(note: CellComment | undefined): { comment: string } | undefined {
  return note && { comment: note.author === undefined ? note.text : `${note.author}: ${note.text}` }
}

function savedValue(_sheet: number, _row: number, _col: number, cell: Cell): Scalar {
  return cell.kind === 'constant' ? cell.value : (cell.saved ?? null)
}
