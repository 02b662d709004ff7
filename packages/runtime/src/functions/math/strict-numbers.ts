import { textToNumber } from '../../coerce.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import type { Argument, CallContext } from '../definition.ts'
import { gridsOf } from '../sample.ts'

/**
 * Number arguments of GCD, LCM and MULTINOMIAL: texts must spell numbers, booleans are #VALUE!, an empty argument is
 * #N/A.
 * A single blank cell is skipped (#VALUE! if there is nothing else); in a larger range it is 0.
 */
export function strictNumbersOf(context: CallContext, args: readonly Argument[]): number[] | ExcelError {
  const numbers: number[] = []
  const read = (value: Scalar): ExcelError | undefined => {
    if (value instanceof ExcelError) return value
    const number = typeof value === 'string' ? textToNumber(value, context) : value
    if (typeof number !== 'number') return errors.value
    numbers.push(number)
    return undefined
  }
  for (const argument of args) {
    if (argument.from === 'literal') {
      const error = read(argument.value ?? errors.na)
      if (error) return error
      continue
    }
    for (const grid of gridsOf(argument)) {
      const alone = grid.rows === 1 && grid.cols === 1
      if (!alone && grid.rows * grid.cols > grid.usedRows * grid.usedCols) numbers.push(0)
      for (let row = 0; row < grid.usedRows; row++)
        for (let col = 0; col < grid.usedCols; col++) {
          const value = grid.at(row, col)
          if (value === null && alone) continue
          const error = read(value ?? 0)
          if (error) return error
        }
    }
  }
  return numbers.length === 0 ? errors.value : numbers
}
