/** Converts positions to A1 text and back. Rows and columns count from 0 everywhere except in text. */

export const MAX_ROWS = 1_048_576
export const MAX_COLS = 16_384

/** A rectangle of cells on one sheet, both corners included. */
export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function columnName(col: number): string {
  let name = ''
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

export function cellName(row: number, col: number): string {
  return `${columnName(col)}${row + 1}`
}

export function rangeName(range: Range): string {
  const start = cellName(range.top, range.left)
  const end = cellName(range.bottom, range.right)
  return start === end ? start : `${start}:${end}`
}

/** Index of a column from its letters (`A` is 0, any case), or -1. */
export function columnNumber(letters: string): number {
  if (letters.length === 0 || letters.length > 3) return -1
  let col = 0
  for (let i = 0; i < letters.length; i++) {
    const letter = (letters.charCodeAt(i) | 32) - 96
    if (letter < 1 || letter > 26) return -1
    col = col * 26 + letter
  }
  return col <= MAX_COLS ? col - 1 : -1
}

const CELL = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/
const COLUMNS = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/
const ROWS = /^\$?(\d{1,7}):\$?(\d{1,7})$/

/** Position of `B7` or `$B$7`; undefined for anything else, and for cells outside the grid. */
export function parseCell(text: string): { readonly row: number; readonly col: number } | undefined {
  const match = CELL.exec(text)
  if (!match?.[1] || !match[2]) return undefined
  const row = Number(match[2]) - 1
  const col = columnNumber(match[1])
  return row >= 0 && row < MAX_ROWS && col >= 0 ? { row, col } : undefined
}

/** Rectangle of `B7`, `B7:C9`, `A:B` or `3:4`, corners in any order. */
export function parseRange(text: string): Range | undefined {
  const columns = COLUMNS.exec(text)
  if (columns?.[1] && columns[2]) {
    const from = columnNumber(columns[1])
    const to = columnNumber(columns[2])
    return from < 0 || to < 0 ? undefined : spanned({ row: 0, col: from }, { row: MAX_ROWS - 1, col: to })
  }
  const rows = ROWS.exec(text)
  if (rows) {
    const from = Number(rows[1]) - 1
    const to = Number(rows[2]) - 1
    if (from < 0 || to < 0 || from >= MAX_ROWS || to >= MAX_ROWS) return undefined
    return spanned({ row: from, col: 0 }, { row: to, col: MAX_COLS - 1 })
  }
  const colon = text.indexOf(':')
  const start = parseCell(colon < 0 ? text : text.slice(0, colon))
  const end = colon < 0 ? start : parseCell(text.slice(colon + 1))
  return start && end ? spanned(start, end) : undefined
}

function spanned(a: { row: number; col: number }, b: { row: number; col: number }): Range {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.col, b.col),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.col, b.col),
  }
}
