import { ExcelError, errors, type Grid, isCatchable, isReference, type Value } from '../../values.ts'
import { rowsThatCount } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { RunningSum } from '../../numeric/running-sum.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { firstError, forEachNumber, numbersIn, pairsOf, sampled } from '../sample.ts'
import { realPower } from '../../numeric/real-power.ts'

const xs = { name: 'array_x', kind: 'grid' } as const
const ys = { name: 'array_y', kind: 'grid' } as const

function sumOfPairs(first: Grid, second: Grid, term: (x: number, y: number) => number): number | ExcelError {
  const pairs = pairsOf(first, second)
  if (pairs instanceof ExcelError) return pairs
  if (pairs.xs.length === 0) return errors.div0
  return pairs.xs.reduce((sum, x, i) => sum + term(x, pairs.ys[i] ?? 0), 0)
}

/** Non-numbers count as 0; an error anywhere takes precedence over a shape mismatch. */
function sumOfProducts(context: CallContext, grids: readonly Grid[]): number | ExcelError {
  const [first, ...others] = grids
  if (!first) return errors.value
  for (const grid of grids) {
    const error = firstError(grid)
    if (error) return error
  }
  const { rows, cols } = first
  if (others.some((grid) => grid.rows !== rows || grid.cols !== cols)) return errors.value
  // Below the last number of any grid every product is 0.
  const usedRows = Math.min(...grids.map((grid) => rowsThatCount(grid, (cell) => typeof cell === 'number')))
  const usedCols = Math.max(...grids.map((grid) => grid.usedCols))
  context.charge(usedRows * usedCols)
  let sum = 0
  for (let row = 0; row < usedRows; row++)
    for (let col = 0; col < usedCols; col++) {
      let product = 1
      for (const grid of grids) {
        const value = grid.at(row, col)
        if (typeof value === 'number') product *= value
        else product = 0
      }
      sum += product
    }
  return sum
}

export const sums: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'SUM',
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      const total = new RunningSum()
      return forEachNumber(context, args, (value) => total.add(value)) ?? total.result()
    },
  }),
  defineRepeating({
    name: 'SUMSQ',
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      let sum = 0
      return (
        forEachNumber(context, args, (value) => {
          sum += value * value
        }) ?? sum
      )
    },
  }),
  defineRepeating({
    name: 'PRODUCT',
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      let product = 1
      let count = 0
      const given = args.filter((argument) => argument.from !== 'literal' || argument.value !== null)
      const error = forEachNumber(context, given, (value) => {
        product *= value
        count++
      })
      return error ?? (count === 0 ? 0 : product)
    },
  }),
  defineRepeating({
    name: 'SUMPRODUCT',
    params: [],
    repeated: [{ name: 'array', kind: 'grid' }],
    body: (context, ...grids) => sumOfProducts(context, grids),
  }),
  define({
    name: 'SUMX2MY2',
    params: [xs, ys],
    body: (_context, x, y) => sumOfPairs(x, y, (a, b) => a * a - b * b),
  }),
  define({
    name: 'SUMX2PY2',
    params: [xs, ys],
    body: (_context, x, y) => sumOfPairs(x, y, (a, b) => a * a + b * b),
  }),
  define({
    name: 'SUMXMY2',
    params: [xs, ys],
    body: (_context, x, y) => sumOfPairs(x, y, (a, b) => (a - b) * (a - b)),
  }),
  define({
    name: 'SERIESSUM',
    params: [
      { name: 'x', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'n', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'm', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'coefficients', kind: 'grid' },
    ],
    body: (context, x, n, m, coefficients) => seriesSum(context, x, n, m, coefficients),
  }),
  define({
    name: 'PERCENTOF',
    params: [
      { name: 'data_subset', kind: 'value' },
      { name: 'data_all', kind: 'value' },
    ],
    body: (context, subset, all) => {
      const part = sumOfValue(context, subset)
      const whole = sumOfValue(context, all)
      for (const sum of [part, whole]) if (sum instanceof ExcelError) return isCatchable(sum) ? errors.num : sum
      if (typeof part !== 'number' || typeof whole !== 'number') return errors.num
      return whole === 0 ? errors.div0 : part / whole
    },
  }),
]

function seriesSum(context: CallContext, x: number, n: number, m: number, grid: Grid): number | ExcelError {
  let sum = 0
  let index = 0
  for (let row = 0; row < grid.usedRows; row++)
    for (let col = 0; col < grid.usedCols; col++) {
      const value = grid.at(row, col)
      // 0 to the power of 0 is undefined in Excel.
      if (x === 0 && n + index * m === 0) return errors.num
      if (typeof value === 'boolean') return errors.value
      const coefficient = toNumber(value, context)
      if (coefficient instanceof ExcelError) return coefficient
      sum += coefficient * realPower(x, n + index * m)
      index++
    }
  return sum
}

function sumOfValue(context: CallContext, value: Value): number | ExcelError {
  if (isReference(value)) return sumOf(value.areas.map((_, area) => value.grid(area)))
  if (typeof value === 'object' && value !== null && 'usedRows' in value) return sumOf([value])
  if (typeof value === 'object' && value !== null && 'kind' in value) return errors.value
  return toNumber(value, context)
}

function sumOf(grids: readonly Grid[]): number | ExcelError {
  let sum = 0
  for (const grid of grids) {
    const found = numbersIn(grid)
    if (found instanceof ExcelError) return found
    for (const value of found) sum += value
  }
  return sum
}
