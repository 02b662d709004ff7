import { rowsThatCount } from '../../cells.ts'
import { textToNumber } from '../../coerce.ts'
import { ExcelError, type Grid, isCatchable, Matrix, type Scalar } from '../../values.ts'
import { type Argument, type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { gridsOf } from '../sample.ts'

/**
 * Counts the used cells that `counts` accepts, and all such elements of arrays. An uncomputable cell is no ordinary
 * error: it becomes the result.
 */
function countCells(grids: readonly Grid[], counts: (value: Scalar) => boolean): number | ExcelError {
  let count = 0
  for (const grid of grids) {
    const rows = rowsThatCount(grid, (cell) => cell instanceof ExcelError || counts(cell))
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < grid.usedCols; col++) {
        const value = grid.at(row, col)
        if (value instanceof ExcelError && !isCatchable(value)) return value
        if (counts(value)) count++
      }
    // Blanks below the held rows of an array made of whole columns.
    if (grid instanceof Matrix && grid.fill === null && counts(null)) count += (grid.rows - rows) * grid.cols
  }
  return count
}

function countArguments(
  args: readonly Argument[],
  countsCell: (value: Scalar, argument: Argument) => boolean,
  countsLiteral: (value: Scalar) => boolean,
): number | ExcelError {
  let total = 0
  for (const argument of args) {
    if (argument.from === 'literal') {
      if (argument.value instanceof ExcelError && !isCatchable(argument.value)) return argument.value
      if (countsLiteral(argument.value)) total++
      continue
    }
    const count = countCells(gridsOf(argument), (value) => countsCell(value, argument))
    if (count instanceof ExcelError) return count
    total += count
  }
  return total
}

const isNumber = (value: Scalar): boolean => typeof value === 'number'

/** An empty argument counts, and so does a text that spells a number. */
function isNumberTyped(value: Scalar, context: CallContext): boolean {
  if (typeof value === 'string') return textToNumber(value, context) !== undefined
  return !(value instanceof ExcelError)
}

export const counts: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'COUNT',
    params: [],
    repeated: [{ name: 'value', kind: 'argument' }],
    body: (context, ...args) => countArguments(args, isNumber, (value) => isNumberTyped(value, context)),
  }),
  defineRepeating({
    name: 'COUNTA',
    params: [],
    repeated: [{ name: 'value', kind: 'argument' }],
    // A blank element of an array counts, such as the one that UNIQUE finds in a range with blank cells.
    body: (_context, ...args) =>
      countArguments(
        args,
        (value, { from }) => value !== null || from === 'array',
        () => true,
      ),
  }),
  define({
    name: 'COUNTBLANK',
    params: [{ name: 'range', kind: 'reference' }],
    body: (_context, range) => {
      const grids = range.areas.map((_, area) => range.grid(area))
      const filled = countCells(grids, (value) => value !== null && value !== '')
      if (filled instanceof ExcelError) return filled
      return grids.reduce((cells, grid) => cells + grid.rows * grid.cols, 0) - filled
    },
  }),
]
