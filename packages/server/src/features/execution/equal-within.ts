import type { Tolerance } from '@sheetwright/contract/test-beds/test-run.ts'

/** The default tolerance for numbers: templates hold only the digits that Excel shows. */
const usual: Tolerance = { absolute: 0, relative: 1e-12 }

/**
 * Whether a result matches the expectation: same type and value, numbers within the tolerance. Tables are compared cell
 * by cell.
 */
export function equalWithin(expected: unknown, actual: unknown, tolerance: Tolerance = usual): boolean {
  if (expected === actual) return true
  if (typeof expected === 'number' && typeof actual === 'number') {
    const difference = Math.abs(actual - expected)
    return difference <= tolerance.absolute || difference <= tolerance.relative * Math.abs(expected)
  }
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  const [left, right] = [Object.entries(expected), new Map(Object.entries(actual))]
  if (left.length !== right.size) return false
  return left.every(([name, value]) => right.has(name) && equalWithin(value, right.get(name), tolerance))
}
