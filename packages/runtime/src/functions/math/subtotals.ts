import { ascending } from '../../numeric/order-statistics.ts'
import { broadcast } from '../../broadcast.ts'
import { isGrid, readCells } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, isCatchable, type Reference, type Scalar, type Value } from '../../values.ts'
import { aggregatorsByNumber, type Selected } from '../aggregators.ts'
import { type Argument, type CallContext, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { atRank, percentile, quartile } from '../statistical/ranks.ts'

interface Skipping {
  readonly hidden: 'none' | 'filtered' | 'all'
  readonly errors: boolean
  readonly subtotals: boolean
}

const COUNT = 2
const COUNT_ALL = 3

/** Collects the values that take part; stops at the first error, unless errors are skipped or only counted. */
function select(
  context: CallContext,
  references: readonly Reference[],
  skipping: Skipping,
  counting: boolean,
): Selected | ExcelError {
  const numbers: number[] = []
  let filled = 0
  for (const reference of references)
    for (let area = 0; area < reference.areas.length; area++) {
      const grid = reference.grid(area)
      context.charge(grid.usedRows * grid.usedCols)
      for (let row = 0; row < grid.usedRows; row++) {
        if (isSkippedRow(reference, area, row, skipping)) continue
        for (let col = 0; col < grid.usedCols; col++) {
          const value = grid.at(row, col)
          if (value === null) continue
          if (skipping.subtotals && reference.isSubtotal(area, row, col)) continue
          if (value instanceof ExcelError) {
            if (!isCatchable(value)) return value
            if (skipping.errors) continue
            if (!counting) return value
          }
          filled++
          if (typeof value === 'number') numbers.push(value)
        }
      }
    }
  return { numbers, filled }
}

function isSkippedRow(reference: Reference, area: number, row: number, { hidden }: Skipping): boolean {
  if (hidden === 'none') return false
  const state = reference.isRowHidden(area, row)
  return state === 'filter' || (state === 'manual' && hidden === 'all')
}

function referencesOf(args: readonly Argument[]): Reference[] | ExcelError {
  const references: Reference[] = []
  for (const argument of args) {
    if (argument.from === 'literal' && argument.value instanceof ExcelError) return argument.value
    if (argument.from !== 'cells') return errors.value
    references.push(argument.reference)
  }
  return references
}

function aggregate(
  context: CallContext,
  functionNumber: number,
  args: readonly Argument[],
  skipping: Skipping,
): number | ExcelError {
  const aggregator = aggregatorsByNumber[functionNumber - 1]
  if (!aggregator) return errors.value
  const references = referencesOf(args)
  if (references instanceof ExcelError) return references
  const counting = functionNumber === COUNT || functionNumber === COUNT_ALL
  const selected = select(context, references, skipping, counting)
  return selected instanceof ExcelError ? selected : aggregator(selected)
}

/** AGGREGATE's functions 14 to 19, which take an array and a second number. */
const ranked: readonly ((sample: readonly number[], k: number) => number | ExcelError)[] = [
  (sample, k) => atRank(ascending(sample), k, 'largest'),
  (sample, k) => atRank(ascending(sample), k, 'smallest'),
  (sample, k) => percentile(ascending(sample), k, 'inclusive'),
  (sample, k) => quartile(ascending(sample), k, 'inclusive'),
  (sample, k) => percentile(ascending(sample), k, 'exclusive'),
  (sample, k) => quartile(ascending(sample), k, 'exclusive'),
]

function aggregateRanked(
  context: CallContext,
  functionNumber: number,
  [data, second]: readonly Argument[],
  skipping: Skipping,
): Value {
  const f = ranked[functionNumber - 14]
  if (!f || !data || !second) return errors.value
  const ranks = valuesOf(second)
  const only = isGrid(ranks) ? undefined : toNumber(ranks, context)
  if (only instanceof ExcelError) return only
  const sample = sampleOf(context, data, skipping)
  if (sample instanceof ExcelError) return sample
  if (only !== undefined) return f(sample, only)
  return broadcast([ranks], ([rank]) => {
    context.charge(sample.length)
    const k = toNumber(rank as Scalar, context)
    return k instanceof ExcelError ? k : f(sample, k)
  })
}

function sampleOf(context: CallContext, data: Argument, skipping: Skipping): readonly number[] | ExcelError {
  if (data.from === 'cells') {
    const selected = select(context, [data.reference], skipping, false)
    return selected instanceof ExcelError ? selected : selected.numbers
  }
  if (data.from === 'array') return numbersOfArray(data.grid, skipping.errors)
  const only = toNumber(data.value, context)
  return only instanceof ExcelError ? only : [only]
}

function valuesOf(argument: Argument): Scalar | Grid {
  if (argument.from === 'literal') return argument.value
  return readCells(argument.from === 'array' ? argument.grid : argument.reference)
}

function numbersOfArray(grid: Grid, skipErrors: boolean): number[] | ExcelError {
  const numbers: number[] = []
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError && !(skipErrors && isCatchable(value))) return value
      if (typeof value === 'number') numbers.push(value)
    }
  return numbers
}

/** The cells that each of AGGREGATE's options skips. */
const optionSkips: readonly Skipping[] = [
  { subtotals: true, hidden: 'none', errors: false },
  { subtotals: true, hidden: 'all', errors: false },
  { subtotals: true, hidden: 'none', errors: true },
  { subtotals: true, hidden: 'all', errors: true },
  { subtotals: false, hidden: 'none', errors: false },
  { subtotals: false, hidden: 'all', errors: false },
  { subtotals: false, hidden: 'none', errors: true },
  { subtotals: false, hidden: 'all', errors: true },
]

export const subtotals: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'SUBTOTAL',
    params: [{ name: 'function_num', kind: 'number' }],
    repeated: [{ name: 'ref', kind: 'argument', references: 'each' }],
    body: (context, code, ...args) => {
      const whole = Math.trunc(code)
      const functionNumber = whole > 100 ? whole - 100 : whole
      if (functionNumber < 1 || functionNumber > 11) return errors.value
      const hidden = whole > 100 ? 'all' : 'filtered'
      return aggregate(context, functionNumber, args, { subtotals: true, hidden, errors: false })
    },
  }),
  defineRepeating({
    name: 'AGGREGATE',
    params: [
      { name: 'function_num', kind: 'number' },
      { name: 'options', kind: 'number' },
    ],
    repeated: [{ name: 'ref', kind: 'argument' }],
    body: (context, code, option, ...args) => {
      const functionNumber = Math.trunc(code)
      const skipping = optionSkips[Math.trunc(option)]
      if (!skipping || functionNumber < 1 || functionNumber > 19) return errors.value
      return functionNumber <= 13
        ? aggregate(context, functionNumber, args, skipping)
        : aggregateRanked(context, functionNumber, args, skipping)
    },
  }),
]
