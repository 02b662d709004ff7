import { textToNumber } from '../../coerce.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import type { Argument, CallContext } from '../definition.ts'
import { gridsOf } from '../sample.ts'

/** Numbers given to GCD, LCM and MULTINOMIAL: blanks are passed over, texts must spell numbers, booleans are #VALUE!. */
export function strictNumbersOf(context: CallContext, args: readonly Argument[]): number[] | ExcelError {
  const numbers: number[] = []
  const read = (value: Scalar): ExcelError | undefined => {
    if (value === null) return undefined
    if (value instanceof ExcelError) return value
    const number = typeof value === 'string' ? textToNumber(value, context) : value
    if (typeof number !== 'number') return errors.value
    numbers.push(number)
    return undefined
  }
  for (const argument of args) {
    if (argument.from === 'literal') {
      const error = read(argument.value === null ? 0 : argument.value)
      if (error) return error
      continue
    }
    for (const grid of gridsOf(argument))
      for (let row = 0; row < grid.usedRows; row++)
        for (let col = 0; col < grid.usedCols; col++) {
          const error = read(grid.at(row, col))
          if (error) return error
        }
  }
  return numbers
}
