import { wholeNumber } from '../../numeric/whole-number.ts'
import { errors, type ExcelError } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const MAX_ROWS = 1_048_576
const MAX_COLS = 16_384

/** Letters of a column counted from 1. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** The absolute parts of a reference, by the third argument of ADDRESS. */
const ABSOLUTE: Readonly<Record<number, { row: boolean; col: boolean }>> = {
  1: { row: true, col: true },
  2: { row: true, col: false },
  3: { row: false, col: true },
  4: { row: false, col: false },
}

const PLAIN_SHEET_NAME = /^(?:\[[^\]']*\])?[\p{L}_\\][\p{L}\p{N}_.\\]*$/u
const LIKE_CELL = /^(?:[a-z]{1,3}\d{1,7}|r\d*(?:c\d*)?|c\d*)$/i

/** A sheet name as written before `!`, in quotes if it would be ambiguous without. */
export function quoteSheetName(name: string): string {
  return PLAIN_SHEET_NAME.test(name) && !LIKE_CELL.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}

function r1c1(letter: string, position: number, absolute: boolean): string {
  if (absolute) return `${letter}${position}`
  return `${letter}[${position}]`
}

function address(row: number, col: number, kind: number, a1: boolean): string | ExcelError {
  const absolute = ABSOLUTE[Math.trunc(kind)]
  const r = wholeNumber(row)
  const c = wholeNumber(col)
  if (!absolute || r < 1 || r > MAX_ROWS || c < 1 || c > MAX_COLS) return errors.value
  if (!a1) return r1c1('R', r, absolute.row) + r1c1('C', c, absolute.col)
  return `${absolute.col ? '$' : ''}${columnLetters(c)}${absolute.row ? '$' : ''}${r}`
}

export const addressFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'ADDRESS',
    params: [
      { name: 'row_num', kind: 'number' },
      { name: 'column_num', kind: 'number' },
      { name: 'abs_num', kind: 'number', optional: true, default: 1 },
      { name: 'a1', kind: 'boolean', optional: true, default: true, empty: 'default' },
      { name: 'sheet_text', kind: 'text', optional: true, empty: 'blank' },
    ],
    body: (_context, row, col, kind, a1, sheet) => {
      const local = address(row, col, kind, a1)
      if (sheet === undefined || typeof local !== 'string') return local
      return sheet === '' ? `!${local}` : `${quoteSheetName(sheet)}!${local}`
    },
  }),
]
