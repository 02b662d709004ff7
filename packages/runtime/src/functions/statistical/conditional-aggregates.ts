import { compileCriterion, isTooLong } from '../../criteria.ts'
import { ExcelError, errors, type Grid, isCatchable, type Reference, type Scalar } from '../../values.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Condition, forEachMatch } from './matching-cells.ts'

interface Shape {
  readonly rows: number
  readonly cols: number
}

function conditionOf(context: CallContext, range: Reference, criterion: Scalar): Condition | ExcelError {
  if (range.areas.length !== 1) return errors.value
  if (criterion instanceof ExcelError && !isCatchable(criterion)) return criterion
  if (isTooLong(criterion)) return errors.value
  return {
    grid: range.grid(0),
    matches: compileCriterion(criterion, context),
    key: `${typeof criterion} ${String(criterion)}`,
  }
}

/** Pairs of range and criterion of SUMIFS and the like; all ranges must have the same shape. */
function conditionsOf(context: CallContext, pairs: readonly (Reference | Scalar)[]): Condition[] | ExcelError {
  const conditions: Condition[] = []
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const condition = conditionOf(context, pairs[i] as Reference, pairs[i + 1] as Scalar)
    if (condition instanceof ExcelError) return condition
    conditions.push(condition)
  }
  const first = conditions[0]
  if (!first || conditions.some(({ grid }) => !sameShape(grid, first.grid))) return errors.value
  return conditions
}

function sameShape(a: Shape, b: Shape): boolean {
  return a.rows === b.rows && a.cols === b.cols
}

/** Positions outside the used part are blank in every range; they count if blanks meet all criteria. */
function countMatches(context: CallContext, conditions: readonly Condition[]): number | ExcelError {
  const usedRows = Math.max(...conditions.map(({ grid }) => grid.usedRows))
  const usedCols = Math.max(...conditions.map(({ grid }) => grid.usedCols))
  let count = 0
  const error = forEachMatch(context, conditions, usedRows, usedCols, () => {
    count++
    return undefined
  })
  if (error) return error
  const shape = conditions[0]?.grid
  if (!shape || !conditions.every(({ matches }) => matches(null))) return count
  return count + shape.rows * shape.cols - usedRows * usedCols
}

/** Calls `visit` for each number of `values` at a position that meets all conditions. */
function forEachMatchingNumber(
  context: CallContext,
  values: Grid,
  conditions: readonly Condition[],
  visit: (value: number) => void,
): ExcelError | undefined {
  return forEachMatch(context, conditions, values.usedRows, values.usedCols, (row, col) => {
    const value = values.at(row, col)
    if (typeof value === 'number') visit(value)
    return value instanceof ExcelError ? value : undefined
  })
}

function sumMatches(context: CallContext, values: Grid, conditions: readonly Condition[]): number | ExcelError {
  let sum = 0
  const error = forEachMatchingNumber(context, values, conditions, (value) => {
    sum += value
  })
  return error ?? sum
}

function averageMatches(context: CallContext, values: Grid, conditions: readonly Condition[]): number | ExcelError {
  let sum = 0
  let count = 0
  const error = forEachMatchingNumber(context, values, conditions, (value) => {
    sum += value
    count++
  })
  return error ?? (count === 0 ? errors.div0 : sum / count)
}

function bestMatch(
  context: CallContext,
  values: Grid,
  conditions: readonly Condition[],
  better: (value: number, best: number) => boolean,
): number | ExcelError {
  let best: number | undefined
  const error = forEachMatchingNumber(context, values, conditions, (value) => {
    if (best === undefined || better(value, best)) best = value
  })
  return error ?? best ?? 0
}

/** SUMIF and AVERAGEIF use the value range's first cell and the criteria range's shape. */
function valueGrid(context: CallContext, range: Reference, values: Reference | undefined): Grid | ExcelError {
  const shape = range.areas[0]
  if (!shape || range.areas.length !== 1) return errors.value
  if (!values) return range.grid(0)
  const start = values.areas[0]
  if (!start || values.areas.length !== 1) return errors.value
  const bottom = start.top + (shape.bottom - shape.top)
  const right = start.left + (shape.right - shape.left)
  if (bottom === start.bottom && right === start.right) return values.grid(0)
  if (bottom > 1_048_575 || right > 16_383) return errors.ref
  return context.workbook.reference([{ sheet: start.sheet, top: start.top, left: start.left, bottom, right }]).grid(0)
}

type Aggregate = (context: CallContext, values: Grid, conditions: readonly Condition[]) => number | ExcelError

function withOneCondition(name: string, valuesName: string, aggregate: Aggregate): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'range', kind: 'reference' },
      { name: 'criteria', kind: 'scalar', errors: 'pass' },
      { name: valuesName, kind: 'reference', optional: true },
    ],
    body: (context, range, criterion, values) => {
      const condition = conditionOf(context, range, criterion)
      if (condition instanceof ExcelError) return condition
      const grid = valueGrid(context, range, values)
      return grid instanceof ExcelError ? grid : aggregate(context, grid, [condition])
    },
  })
}

function withManyConditions(name: string, valuesName: string, aggregate: Aggregate): FunctionDefinition {
  return defineRepeating({
    name,
    params: [{ name: valuesName, kind: 'reference' }],
    repeated: [
      { name: 'criteria_range', kind: 'reference' },
      { name: 'criteria', kind: 'scalar', errors: 'pass' },
    ],
    body: (context, values, ...pairs) => {
      const conditions = conditionsOf(context, pairs)
      if (conditions instanceof ExcelError) return conditions
      const [first] = conditions
      if (!first || values.areas.length !== 1) return errors.value
      const grid = values.grid(0)
      return sameShape(grid, first.grid) ? aggregate(context, grid, conditions) : errors.value
    },
  })
}

export const conditionalAggregates: readonly FunctionDefinition[] = [
  define({
    name: 'COUNTIF',
    params: [
      { name: 'range', kind: 'reference' },
      { name: 'criteria', kind: 'scalar', errors: 'pass' },
    ],
    body: (context, range, criterion) => {
      const condition = conditionOf(context, range, criterion)
      return condition instanceof ExcelError ? condition : countMatches(context, [condition])
    },
  }),
  defineRepeating({
    name: 'COUNTIFS',
    params: [],
    repeated: [
      { name: 'criteria_range', kind: 'reference' },
      { name: 'criteria', kind: 'scalar', errors: 'pass' },
    ],
    body: (context, ...pairs) => {
      const conditions = conditionsOf(context, pairs)
      return conditions instanceof ExcelError ? conditions : countMatches(context, conditions)
    },
  }),
  withOneCondition('SUMIF', 'sum_range', sumMatches),
  withOneCondition('AVERAGEIF', 'average_range', averageMatches),
  withManyConditions('SUMIFS', 'sum_range', sumMatches),
  withManyConditions('AVERAGEIFS', 'average_range', averageMatches),
  withManyConditions('MAXIFS', 'max_range', (context, values, conditions) =>
    bestMatch(context, values, conditions, (value, best) => value > best),
  ),
  withManyConditions('MINIFS', 'min_range', (context, values, conditions) =>
    bestMatch(context, values, conditions, (value, best) => value < best),
  ),
]
