import { columnNumber } from '../model/address.ts'
import type { Coordinate, Point } from './tree.ts'

/** The formula's cell and the size of its grid: an xls file ends at column IV, so `TAX2020` is a name there. */
export interface Home {
  readonly row: number
  readonly col: number
  readonly rows: number
  readonly cols: number
}

const CELL = /^(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})$/
const COLUMN = /^(\$?)([A-Za-z]{1,3})$/
const ROW = /^(\$?)(\d{1,7})$/

export function pointOf(word: string, home: Home): Point | undefined {
  const last = word.charCodeAt(word.length - 1)
  if (last < 48 || last > 57 || word.length > 12) return undefined
  const found = CELL.exec(word)
  if (!found) return undefined
  const col = columnNumber(found[2] ?? '')
  const row = Number(found[4]) - 1
  if (col < 0 || col >= home.cols || row < 0 || row >= home.rows) return undefined
  return { row: coordinate(row, found[3] === '', home.row), col: coordinate(col, found[1] === '', home.col) }
}

export function columnOf(word: string, home: Home): Coordinate | undefined {
  const found = COLUMN.exec(word)
  if (!found) return undefined
  const col = columnNumber(found[2] ?? '')
  return col < 0 || col >= home.cols ? undefined : coordinate(col, found[1] === '', home.col)
}

export function rowOf(word: string, home: Home): Coordinate | undefined {
  const found = ROW.exec(word)
  if (!found) return undefined
  const row = Number(found[2]) - 1
  return row < 0 || row >= home.rows ? undefined : coordinate(row, found[1] === '', home.row)
}

function coordinate(index: number, relative: boolean, home: number): Coordinate {
  return { relative, value: relative ? index - home : index }
}

const R1C1 = /(?:R(\[-?\d+\]|\d+)?C(\[-?\d+\]|\d+)?|R(\[-?\d+\]|\d+)?|C(\[-?\d+\]|\d+)?)(?![\w.\\?([!\u0080-\uffff])/iy

export type R1C1Reference =
  | { readonly kind: 'point'; readonly point: Point; readonly length: number }
  | { readonly kind: 'row' | 'column'; readonly coordinate: Coordinate; readonly length: number }

/** A reference in R1C1 notation at this position. A bare `R` or `C` means the formula's own row or column. */
export function r1c1At(text: string, position: number, home: Home): R1C1Reference | undefined {
  R1C1.lastIndex = position
  const found = R1C1.exec(text)
  if (!found || found[0].length === 0) return undefined
  const length = found[0].length
  if (/^R.*C/i.test(found[0])) {
    const row = r1c1Coordinate(found[1], home.rows)
    const col = r1c1Coordinate(found[2], home.cols)
    return row && col ? { kind: 'point', point: { row, col }, length } : undefined
  }
  if (/^R/i.test(found[0])) {
    const row = r1c1Coordinate(found[3], home.rows)
    return row && { kind: 'row', coordinate: row, length }
  }
  const col = r1c1Coordinate(found[4], home.cols)
  return col && { kind: 'column', coordinate: col, length }
}

function r1c1Coordinate(text: string | undefined, size: number): Coordinate | undefined {
  if (text === undefined) return { relative: true, value: 0 }
  if (text.startsWith('[')) return { relative: true, value: Number(text.slice(1, -1)) }
  const value = Number(text) - 1
  return value < 0 || value >= size ? undefined : { relative: false, value }
}
