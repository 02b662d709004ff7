import { compareText, rank } from '../../compare.ts'
import { type ErrorCode, ExcelError, type Scalar } from '../../values.ts'

/**
 * Order of two values for sorting: numbers, texts, booleans, errors. Descending reverses it, but blanks always come
 * last.
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

/** Errors sort by their ERROR.TYPE number. */
const ERROR_ORDER: readonly ErrorCode[] = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A']

function errorPlace(error: ExcelError): number {
  const place = ERROR_ORDER.indexOf(error.code)
  return place < 0 ? ERROR_ORDER.length : place
}

/** A key shared by equal values: text ignores case, types are distinct. */
export function identityOf(value: Scalar): string {
  if (typeof value === 'string') return `t${value.toLowerCase()}`
  if (typeof value === 'boolean') return value ? 'b1' : 'b0'
  if (value === null) return '-'
  return typeof value === 'number' ? `n${value}` : `e${value.code}`
}
