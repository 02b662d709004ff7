import type { Rows } from './matrix.ts'
import { realPower } from './real-power.ts'

export interface Fit {
  /** One per column of xs; 0 for a column that depends on the others. */
  readonly slopes: readonly number[]
  readonly intercept: number
  readonly slopeErrors: readonly number[]
  readonly interceptError: number
  /** Sums of squares explained by the fit, and residual. */
  readonly explained: number
  readonly residual: number
  /** Number of observations minus the number of fitted parameters. */
  readonly freedom: number
  /** Number of columns that took part. */
  readonly rank: number
}

/** A column is redundant if the part independent of the others is smaller than this fraction of it. */
const redundant = 1e-14

/**
 * Least squares by Householder reflections of the centred observations (of the raw ones without an intercept). `xs`
 * holds one row per observation.
 */
export function fitLeastSquares(xs: Rows, ys: readonly number[], withIntercept: boolean): Fit {
  const n = ys.length
  const k = xs[0]?.length ?? 0
  const centres = columnMeans(xs, k, withIntercept)
  const centreY = withIntercept ? ys.reduce((sum, y) => sum + y, 0) / n : 0
  const columns = centres.map((centre, col) => Float64Array.from(xs, (row) => (row[col] ?? 0) - centre))
  const y = Float64Array.from(ys, (value) => value - centreY)
  const total = dot(y, y, 0)
  const used = triangularise(columns, y)
  const rank = used.length
  const reduced = solveTriangle(columns, used, y)
  const slopes = centres.map((_, col) => reduced[used.indexOf(col)] ?? 0)
  let residual = 0
  for (let i = rank; i < n; i++) residual += realPower(y[i] ?? 0, 2)
  let explained = 0
  for (let i = 0; i < rank; i++) explained += realPower(y[i] ?? 0, 2)
  const freedom = n - rank - (withIntercept ? 1 : 0)
  const perfect = residual < total * 1e-30
  const variance = freedom > 0 ? (perfect ? 0 : residual) / freedom : Number.NaN
  const inverse = invertTriangle(columns, used)
  const slopeErrors = centres.map((_, col) => {
    const at = used.indexOf(col)
    return at < 0 ? 0 : Math.sqrt(variance * norm2(inverse[at] ?? []))
  })
  const lever = leverage(
    inverse,
    used.map((col) => centres[col] ?? 0),
  )
  const intercept = withIntercept ? centreY - slopes.reduce((sum, slope, i) => sum + slope * (centres[i] ?? 0), 0) : 0
  return {
    slopes,
    intercept,
    slopeErrors,
    interceptError: Math.sqrt(variance * (1 / n + lever)),
    explained,
    residual: perfect ? 0 : residual,
    freedom,
    rank,
  }
}

function columnMeans(xs: Rows, k: number, withIntercept: boolean): number[] {
  return Array.from({ length: k }, (_, col) =>
    withIntercept ? xs.reduce((sum, row) => sum + (row[col] ?? 0), 0) / xs.length : 0,
  )
}

function dot(a: Float64Array, b: Float64Array, from: number): number {
  let sum = 0
  for (let i = from; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/**
 * The columns that take part, as Excel chooses them: one after the other the column with the largest part that those
 * before leave unexplained, while there are observations and independent columns left.
 */
function independentColumns(columns: readonly Float64Array[], observations: number): number[] {
  const rest = columns.map((column) => Float64Array.from(column))
  const sizes = columns.map((column) => sizeFrom(column, 0))
  const open = new Set(columns.keys())
  const chosen: number[] = []
  while (chosen.length < observations) {
    let [next, largest] = [-1, 0]
    for (const index of open) {
      const size = sizeFrom(rest[index] as Float64Array, chosen.length)
      if (size > (sizes[index] ?? 0) * redundant && size > largest) [next, largest] = [index, size]
    }
    if (next < 0) break
    open.delete(next)
    reflect(
      rest[next] as Float64Array,
      chosen.length,
      Array.from(open, (index) => rest[index] as Float64Array),
    )
    chosen.push(next)
  }
  return chosen.toSorted((a, b) => a - b)
}

/** Reflects the columns (in place) to triangular form; returns the columns that took part, in order. */
function triangularise(columns: readonly Float64Array[], y: Float64Array): number[] {
  const used: number[] = []
  const chosen = independentColumns(columns, y.length)
  chosen.forEach((index, position) => {
    const column = columns[index] as Float64Array
    const at = used.length
    if (sizeFrom(column, at) <= sizeFrom(column, 0) * redundant) return
    const later = chosen.slice(position).map((other) => columns[other] as Float64Array)
    reflect(column, at, [...later, y])
    used.push(index)
  })
  return used
}

function sizeFrom(column: Float64Array, from: number): number {
  return Math.sqrt(dot(column, column, from))
}

/** Reflects columns so that nothing of the first one is left below `at`. */
function reflect(column: Float64Array, at: number, columns: readonly Float64Array[]): void {
  const rest = sizeFrom(column, at)
  const alpha = (column[at] ?? 0) > 0 ? -rest : rest
  const reflector = Float64Array.from(column)
  reflector.fill(0, 0, at)
  reflector[at] = (reflector[at] ?? 0) - alpha
  const scale = dot(reflector, reflector, at) / 2
  for (const other of columns) {
    const factor = dot(reflector, other, at) / scale
    for (let i = at; i < other.length; i++) other[i] = (other[i] ?? 0) - factor * (reflector[i] ?? 0)
  }
}

function entry(columns: readonly Float64Array[], used: readonly number[], row: number, col: number): number {
  return columns[used[col] ?? 0]?.[row] ?? 0
}

function solveTriangle(columns: readonly Float64Array[], used: readonly number[], y: Float64Array): number[] {
  const x: number[] = used.map(() => 0)
  for (let row = used.length - 1; row >= 0; row--) {
    let sum = y[row] ?? 0
    for (let col = row + 1; col < used.length; col++) sum -= entry(columns, used, row, col) * (x[col] ?? 0)
    x[row] = sum / entry(columns, used, row, row)
  }
  return x
}

/** Rows of the inverse of the triangle; their squares give the variances of the coefficients. */
function invertTriangle(columns: readonly Float64Array[], used: readonly number[]): number[][] {
  const size = used.length
  const inverse: number[][] = used.map(() => used.map(() => 0))
  for (let col = 0; col < size; col++) {
    for (let row = col; row >= 0; row--) {
      let sum = row === col ? 1 : 0
      for (let k = row + 1; k <= col; k++) sum -= entry(columns, used, row, k) * (inverse[k]?.[col] ?? 0)
      ;(inverse[row] ?? [])[col] = sum / entry(columns, used, row, row)
    }
  }
  return inverse
}

function norm2(row: readonly number[]): number {
  return row.reduce((sum, value) => sum + value * value, 0)
}

/** centres' (X'X)^-1 centres, from the inverse of the triangle. */
function leverage(inverse: Rows, centres: readonly number[]): number {
  const size = centres.length
  let total = 0
  for (let col = 0; col < size; col++) {
    let sum = 0
    for (let row = 0; row <= col; row++) sum += (centres[row] ?? 0) * (inverse[row]?.[col] ?? 0)
    total += sum * sum
  }
  return total
}
