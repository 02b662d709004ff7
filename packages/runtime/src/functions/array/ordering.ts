import { compareText, rank } from '../../compare.ts'
import { type ErrorCode, ExcelError, type Scalar } from '../../values.ts'

/**
 * Order of two values for sorting: numbers, texts, booleans, errors; descending turns that round, but blanks come last either way.
 */
export function sortOrder(left: Scalar, right: Scalar, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const order = ascending(left, right)
  return descending ? -order : order
}

function ascending(left: Scalar, right: Scalar): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  if (left instanceof ExcelError && right instanceof ExcelError) return errorPlace(left) - errorPlace(right)
  return rank(left) - rank(right)
}

/** Errors sort by the numbers that ERROR.TYPE gives them. */
const ERROR_ORDER: readonly ErrorCode[] = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A']

function errorPlace(error: ExcelError): number {
  const place = ERROR_ORDER.indexOf(error.code)
  return place < 0 ? ERROR_ORDER.length : place
}

/** A key that equal values share: text without regard to case, types apart. */
export function identityOf(value: Scalar): string {
  if (typeof value === 'string') return `t${value.toLowerCase()}`
  if (typeof value === 'boolean') return value ? 'b1' : 'b0'
  if (value === null) return '-'
  return typeof value === 'number' ? `n${value}` : `e${value.code}`
}
