import { determinant, invert, multiply, type Rows } from '../../numeric/matrix.ts'
import { ExcelError, errors, type Grid, Matrix, type Value } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const array = { name: 'array', kind: 'grid' } as const

/** A grid as numbers; blanks, texts and booleans are not allowed in a matrix. */
function rowsOf(grid: Grid): number[][] | ExcelError {
  const rows: number[][] = []
  for (let row = 0; row < grid.rows; row++) {
    const values: number[] = []
    for (let col = 0; col < grid.cols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError) return value
      if (typeof value !== 'number') return errors.value
      values.push(value)
    }
    rows.push(values)
  }
  return rows
}

function onSquare(grid: Grid, f: (rows: Rows) => Value): Value {
  if (grid.rows !== grid.cols) return errors.value
  const rows = rowsOf(grid)
  return rows instanceof ExcelError ? rows : f(rows)
}

export const matrices: readonly FunctionDefinition[] = [
  define({
    name: 'MMULT',
    params: [
      { name: 'array1', kind: 'grid' },
      { name: 'array2', kind: 'grid' },
    ],
    body: (context, left, right) => {
      if (left.cols !== right.rows) return errors.value
      const a = rowsOf(left)
      if (a instanceof ExcelError) return a
      const b = rowsOf(right)
      if (b instanceof ExcelError) return b
      context.charge(left.rows * left.cols * right.cols)
      return Matrix.fromRows(multiply(a, b))
    },
  }),
  define({
    name: 'MDETERM',
    params: [array],
    body: (context, grid) => {
      context.charge(grid.rows ** 3)
      return onSquare(grid, determinant)
    },
  }),
  define({
    name: 'MINVERSE',
    params: [array],
    body: (context, grid) => {
      context.charge(grid.rows ** 3)
      return onSquare(grid, (rows) => {
        const inverse = invert(rows)
        return inverse ? Matrix.fromRows(inverse) : errors.num
      })
    },
  }),
  define({
    name: 'MUNIT',
    params: [{ name: 'dimension', kind: 'number' }],
    body: (context, dimension) => {
      const size = Math.trunc(dimension)
      if (size < 1 || size > 16_384) return errors.value
      context.charge(size * size)
      return Matrix.build(size, size, (row, col) => (row === col ? 1 : 0))
    },
  }),
]
