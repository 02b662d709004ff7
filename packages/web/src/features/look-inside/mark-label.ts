import type { CellRange } from '../../ui/sheet/sheet-geometry.ts'

type ValueAt = (row: number, col: number) => unknown

const longestGap = 4

/** The text on the sheet that names a marked cell or table. */
export function markLabel(range: CellRange, valueAt: ValueAt): string | undefined {
  const { top, left, bottom, right } = range
  return top === bottom && left === right ? cellLabel(top, left, valueAt) : tableTitle(top, left, valueAt)
}

/** The nearest text to the left, else above. */
function cellLabel(row: number, col: number, valueAt: ValueAt): string | undefined {
  for (let i = 1; i <= Math.min(longestGap, col); i++) {
    const found = textOf(valueAt(row, col - i))
    if (found !== undefined) return found
  }
  return textAbove(row, col, valueAt)?.text
}

/** The nearest text above the headings, unless it names the cell to its right. */
function tableTitle(row: number, col: number, valueAt: ValueAt): string | undefined {
  const above = textAbove(row, col, valueAt)
  return above === undefined || !isBlank(valueAt(above.row, col + 1)) ? undefined : above.text
}

function textAbove(row: number, col: number, valueAt: ValueAt) {
  for (let i = 1; i <= Math.min(longestGap, row); i++) {
    const text = textOf(valueAt(row - i, col))
    if (text !== undefined) return { row: row - i, text }
  }
  return undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
