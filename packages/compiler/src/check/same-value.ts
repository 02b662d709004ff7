import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

/** Digits to which two numbers must agree to count as the same. */
const DIGITS = 12
/** Fraction of the largest precedent by which a result may differ: the loss when large numbers cancel. */
const CANCELLATION = 1e-15

/**
 * Is a computed value the one Excel saved? Types must agree; numbers to 12 significant digits or within what cancellation of
 * the cell's precedents explains; text, booleans and errors exactly.
 */
export function isSameValue(actual: Scalar, saved: Scalar, largestPrecedent: () => number): boolean {
  if (typeof actual === 'number' && typeof saved === 'number') {
    if (actual === saved || agrees(actual, saved)) return true
    return Math.abs(actual - saved) <= CANCELLATION * largestPrecedent()
  }
  if (actual instanceof ExcelError && saved instanceof ExcelError) {
    return actual.code === saved.code && actual.uncomputable === undefined
  }
  return actual === saved
}

function agrees(a: number, b: number): boolean {
  const largest = Math.max(Math.abs(a), Math.abs(b))
  const difference = Math.abs(a - b)
  return difference <= 5 * 10 ** -(DIGITS + 1) * largest || a.toPrecision(DIGITS) === b.toPrecision(DIGITS)
}
