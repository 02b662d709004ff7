import { columnName, columnNumber } from '../model/address.ts'
import type { Alignment, SheetAlignment } from './align-sheets.ts'

/** Sheets by their lower-cased names. */
export type SheetAlignments = ReadonlyMap<string, SheetAlignment>

/** Texts and quoted sheets come first, so that nothing inside them is taken for a reference. */
const WORD = /"[^"]*"|'[^']*'|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\p{L}\p{N}_.(])|\$?\d{1,7}:\$?\d{1,7}|[\p{L}\p{N}_$.]+/gu
const CELL = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})$/
const COLUMNS = /^(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})$/
const ROWS = /^(\$?)(\d{1,7}):(\$?)(\d{1,7})$/

/**
 * Is `now` the same formula as `old`, except that references follow inserted or removed rows and columns? References
 * after the last used line may have moved or not, which the sheet does not tell.
 */
export function isSameButMoved(
  old: string,
  now: string,
  sheet: string | undefined,
  alignments: SheetAlignments,
): boolean {
  return [true, false].some((moveBeyond) => moveReferences(old, sheet, alignments, moveBeyond) === now)
}

function moveReferences(
  formula: string,
  home: string | undefined,
  alignments: SheetAlignments,
  moveBeyond: boolean,
): string {
  const atHome = home === undefined ? undefined : alignments.get(home.toLowerCase())
  // The sheet that the last word named, and the sheet of the last reference, which the other end of its range shares.
  let named: SheetAlignment | undefined | 'none' = 'none'
  let lastSheet: SheetAlignment | undefined
  // The quoted name so far: an apostrophe in it is doubled, so the name comes as several words.
  let quoted = ''
  return formula.replaceAll(WORD, (word, offset: number) => {
    const before = formula[offset - 1]
    if (word.startsWith("'")) quoted = before === "'" ? `${quoted}'${word.slice(1, -1)}` : word.slice(1, -1)
    if (formula[offset + word.length] === '!') {
      const name = word.startsWith("'") ? quoted : word
      // Sheets of other workbooks and ranges of sheets stay unchanged.
      const isPlain = before !== ']' && before !== ':' && !name.includes('[')
      named = isPlain ? alignments.get(name.toLowerCase()) : undefined
      return word
    }
    const sheet = before === '!' && named !== 'none' ? named : before === ':' ? lastSheet : atHome
    lastSheet = sheet
    // LOG10 is a function if it is called, otherwise a cell.
    const isCalled = formula[offset + word.length] === '('
    return sheet === undefined || isCalled ? word : movedWord(word, sheet, moveBeyond)
  })
}

function movedWord(word: string, { rows, columns }: SheetAlignment, moveBeyond: boolean): string {
  const row = (text = '') => String(moved(Number(text) - 1, rows, moveBeyond) + 1)
  const column = (letters = '') => {
    const number = columnNumber(letters)
    return number < 0 ? letters : columnName(moved(number, columns, moveBeyond))
  }
  const cell = CELL.exec(word)
  if (cell) return `${cell[1]}${column(cell[2])}${cell[3]}${row(cell[4])}`
  const whole = COLUMNS.exec(word)
  if (whole) return `${whole[1]}${column(whole[2])}:${whole[3]}${column(whole[4])}`
  const lines = ROWS.exec(word)
  if (lines) return `${lines[1]}${row(lines[2])}:${lines[3]}${row(lines[4])}`
  return word
}

function moved(line: number, { toLater, beyond, earlierCount }: Alignment, moveBeyond: boolean): number {
  if (line < earlierCount) return toLater.get(line) ?? line
  return moveBeyond ? line + beyond : line
}
