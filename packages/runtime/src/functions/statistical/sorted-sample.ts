import { ascending } from '../../numeric/order-statistics.ts'
import { ExcelError, type Grid } from '../../values.ts'
import type { Argument, CallContext } from '../definition.ts'
import { numbersIn, numbersOf } from '../sample.ts'

/** From this many cells on, caching the sorted sample pays. */
const worthKeeping = 64

/** The numbers of a range in ascending order, or its first error; cached if the same range is used repeatedly. */
export function sortedNumbers(context: CallContext, grid: Grid): readonly number[] | ExcelError {
  const build = (): readonly number[] | ExcelError => {
    const numbers = numbersIn(grid)
    if (numbers instanceof ExcelError) return numbers
    context.charge(numbers.length)
    return ascending(numbers)
  }
  const keeps = context.remember !== undefined && grid.usedRows * grid.usedCols >= worthKeeping
  return keeps ? (context.remember?.(grid, 'numbers in order', build) ?? build()) : build()
}

/** The same for an argument that may also be typed into the call. */
export function sortedArgument(context: CallContext, argument: Argument): readonly number[] | ExcelError {
  if (argument.from === 'cells' && argument.reference.areas.length === 1)
    return sortedNumbers(context, argument.reference.grid(0))
  const numbers = numbersOf(context, [argument])
  return numbers instanceof ExcelError ? numbers : ascending(numbers)
}

/** The count of numbers in an ascending list that are below (or not above) a value. */
export function countBelow(sorted: readonly number[], value: number, equalToo: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = sorted[middle] ?? 0
    if (at < value || (equalToo && at === value)) low = middle + 1
    else high = middle
  }
  return low
}
