import type { Scalar } from '@sheetwright/runtime/values.ts'

/** What a cell holds of a result: a blank becomes 0. */
export function filled(value: Scalar): Scalar {
  return value === null ? 0 : value
}
