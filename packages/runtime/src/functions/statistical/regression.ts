import { type Fit, fitLeastSquares } from '../../numeric/least-squares.ts'
import { ExcelError, errors, type Grid, isCatchable, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { expOf, logOf } from '../../numeric/elementary.ts'

/** The layout of the variables: one per column, one per row, or a single one in any shape. */
type Layout = 'columns' | 'rows' | 'single'

interface Observations {
  readonly layout: Layout
  readonly ys: readonly number[]
  /** One row per observation. */
  readonly xs: readonly (readonly number[])[]
}

function numbersOfAll(grid: Grid): number[] | ExcelError {
  const numbers: number[] = []
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError && !isCatchable(value)) return value
      if (typeof value !== 'number') return errors.value
      numbers.push(value)
    }
  return numbers
}

function layoutOf(ys: Grid, xs: Grid | undefined): Layout | ExcelError {
  if (!xs || (xs.rows === ys.rows && xs.cols === ys.cols)) return 'single'
  if (ys.cols === 1 && xs.rows === ys.rows) return 'columns'
  if (ys.rows === 1 && xs.cols === ys.cols) return 'rows'
  return errors.ref
}

function variablesOf(grid: Grid, layout: Layout): number[][] | ExcelError {
  const all = numbersOfAll(grid)
  if (all instanceof ExcelError) return all
  if (layout === 'single') return all.map((value) => [value])
  const { rows, cols } = grid
  if (layout === 'columns') return Array.from({ length: rows }, (_, row) => all.slice(row * cols, (row + 1) * cols))
  return Array.from({ length: cols }, (_, col) => Array.from({ length: rows }, (__, row) => all[row * cols + col] ?? 0))
}

function observe({ charge }: CallContext, yGrid: Grid, xGrid: Grid | undefined): Observations | ExcelError {
  const layout = layoutOf(yGrid, xGrid)
  if (layout instanceof ExcelError) return layout
  const ys = numbersOfAll(yGrid)
  if (ys instanceof ExcelError) return ys
  const variables = layout === 'single' || !xGrid ? 1 : layout === 'columns' ? xGrid.cols : xGrid.rows
  charge(ys.length * variables ** 2)
  if (!xGrid) return { layout, ys, xs: ys.map((_, i) => [i + 1]) }
  const xs = variablesOf(xGrid, layout)
  return xs instanceof ExcelError ? xs : { layout, ys, xs }
}

function logarithms(ys: readonly number[]): number[] | ExcelError {
  return ys.every((y) => y > 0) ? ys.map(logOf) : errors.num
}

type Curve = 'line' | 'exponential'

function fit(observations: Observations, curve: Curve, withIntercept: boolean): Fit | ExcelError {
  const ys = curve === 'line' ? observations.ys : logarithms(observations.ys)
  return ys instanceof ExcelError ? ys : fitLeastSquares(observations.xs, ys, withIntercept)
}

/** LINEST and LOGEST: coefficients with the last variable first, then five rows of statistics if requested. */
function estimate(
  context: CallContext,
  yGrid: Grid,
  xGrid: Grid | undefined,
  withIntercept: boolean,
  withStatistics: boolean,
  curve: Curve,
): Value {
  const observations = observe(context, yGrid, xGrid)
  if (observations instanceof ExcelError) return observations
  const result = fit(observations, curve, withIntercept)
  if (result instanceof ExcelError) return result
  const shown = curve === 'line' ? (value: number) => value : expOf
  const coefficients = [...result.slopes.toReversed().map(shown), shown(result.intercept)]
  if (!withStatistics) return Matrix.fromRows([coefficients])
  return Matrix.fromRows(
    [coefficients, ...statistics(result, withIntercept)].map((row) => padded(row, coefficients.length)),
  )
}

/** With as many coefficients as observations, including redundant ones, Excel considers the fit perfect. */
function isSaturated({ freedom, rank, slopes }: Fit): boolean {
  return freedom + rank <= slopes.length
}

function statistics(result: Fit, withIntercept: boolean): Scalar[][] {
  const saturated = isSaturated(result)
  const total = result.explained + result.residual
  const residual = saturated ? 0 : result.residual
  const explained = total - residual
  const freedom = saturated ? 0 : result.freedom
  const deviation = freedom > 0 ? Math.sqrt(residual / freedom) : 0
  const fValue = freedom > 0 && residual > 0 ? explained / result.rank / (residual / freedom) : errors.num
  const safe = (value: number): Scalar => (saturated || Number.isNaN(value) ? 0 : value)
  return [
    [...result.slopeErrors.toReversed().map(safe), withIntercept ? safe(result.interceptError) : errors.na],
    [total === 0 ? 1 : explained / total, deviation],
    [fValue, freedom],
    [explained, residual],
  ]
}

function padded(row: readonly Scalar[], length: number): Scalar[] {
  return Array.from({ length }, (_, i) => (i < row.length ? (row[i] ?? null) : errors.na))
}

/** TREND and GROWTH: the fitted curve at new points, in their shape. */
function extrapolate(
  context: CallContext,
  yGrid: Grid,
  xGrid: Grid | undefined,
  newGrid: Grid | undefined,
  withIntercept: boolean,
  curve: Curve,
): Value {
  const observations = observe(context, yGrid, xGrid)
  if (observations instanceof ExcelError) return observations
  const result = fit(observations, curve, withIntercept)
  if (result instanceof ExcelError) return result
  const at = (xs: readonly number[]): number => {
    const value = result.slopes.reduce((sum, slope, i) => sum + slope * (xs[i] ?? 0), result.intercept)
    return curve === 'line' ? value : expOf(value)
  }
  const target = newGrid ?? xGrid
  if (!target) return new Matrix(yGrid.rows, yGrid.cols, observations.xs.map(at))
  const { layout } = observations
  const wanted = layout === 'single' && (observations.xs[0]?.length ?? 0) === 1 ? 'single' : layout
  const points = variablesOf(target, wanted)
  if (points instanceof ExcelError) return points
  if (points.some((point) => point.length !== result.slopes.length)) return errors.ref
  const values = points.map(at)
  if (wanted === 'single') return new Matrix(target.rows, target.cols, values)
  return wanted === 'columns' ? new Matrix(values.length, 1, values) : new Matrix(1, values.length, values)
}

const knownYs = { name: "known_y's", kind: 'grid' } as const
const knownXs = { name: "known_x's", kind: 'grid', optional: true } as const
const newXs = { name: "new_x's", kind: 'grid', optional: true } as const
const intercept = { name: 'const', kind: 'boolean', optional: true, default: true } as const
const stats = { name: 'stats', kind: 'boolean', optional: true, default: false } as const

export const regression: readonly FunctionDefinition[] = [
  define({
    name: 'LINEST',
    params: [knownYs, knownXs, intercept, stats],
    body: (context, ys, xs, withIntercept, withStats) => estimate(context, ys, xs, withIntercept, withStats, 'line'),
  }),
  define({
    name: 'LOGEST',
    params: [knownYs, knownXs, intercept, stats],
    body: (context, ys, xs, withIntercept, withStats) =>
      estimate(context, ys, xs, withIntercept, withStats, 'exponential'),
  }),
  define({
    name: 'TREND',
    params: [knownYs, knownXs, newXs, intercept],
    body: (context, ys, xs, points, withIntercept) => extrapolate(context, ys, xs, points, withIntercept, 'line'),
  }),
  define({
    name: 'GROWTH',
    params: [knownYs, knownXs, newXs, intercept],
    body: (context, ys, xs, points, withIntercept) =>
      extrapolate(context, ys, xs, points, withIntercept, 'exponential'),
  }),
]
