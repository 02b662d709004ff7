import type { Scalar } from '@sheetwright/runtime/values.ts'

/** The cell value of a result: a blank becomes 0. */
export function filled(value: Scalar): Scalar {
  return value === null ? 0 : value
}
