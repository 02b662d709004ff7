/** Triple exponential smoothing with additive error, trend and season (AAA); without a season it is Holt's double smoothing. */

export interface Weights {
  readonly level: number
  readonly trend: number
  readonly season: number
}

export interface Smoothing {
  readonly weights: Weights
  /** The model's prediction one step ahead of each value. */
  readonly fitted: readonly number[]
  /** Forecast `steps` after the last value; may be fractional. */
  readonly forecast: (steps: number) => number
  /** Standard deviation of a forecast that many whole steps ahead. */
  readonly deviation: (steps: number) => number
}

interface State {
  level: number
  trend: number
  seasons: number[]
}

/** Initial state: the trend between the first two cycles, the level before the first value, the remainder as season. */
function startingState(values: readonly number[], period: number): State {
  if (period < 2) {
    const trend = (values[1] ?? 0) - (values[0] ?? 0)
    return { level: (values[0] ?? 0) - trend, trend, seasons: [] }
  }
  const mean = (from: number): number =>
    values.slice(from, from + period).reduce((sum, value) => sum + value, 0) / period
  const trend = values.length >= 2 * period ? (mean(period) - mean(0)) / period : 0
  const level = mean(0) - (trend * (period + 1)) / 2
  const seasons = Array.from({ length: period }, (_, i) => (values[i] ?? 0) - (level + trend * (i + 1)))
  return { level, trend, seasons }
}

interface Pass {
  readonly state: State
  readonly fitted: number[]
  readonly squares: number
}

function smooth(values: readonly number[], period: number, weights: Weights): Pass {
  const state = startingState(values, period)
  const fitted: number[] = []
  let squares = 0
  for (const [i, value] of values.entries()) {
    const season = period < 2 ? 0 : (state.seasons[i % period] ?? 0)
    const expected = state.level + state.trend + season
    const error = value - expected
    fitted.push(expected)
    squares += error * error
    state.level += state.trend + weights.level * error
    state.trend += weights.level * weights.trend * error
    if (period >= 2) state.seasons[i % period] = season + weights.season * (1 - weights.level) * error
  }
  return { state, fitted, squares }
}

const cells = 10
const refinements = 5

/** Weights between 0 and 1 with the least squared error: a grid search narrowed around its best point. */
function bestWeights(values: readonly number[], period: number): Weights {
  let centre: Weights = { level: 0.5, trend: 0.5, season: 0.5 }
  let width = 1
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < refinements; round++) {
    const around = centre
    const candidates = (middle: number): number[] =>
      Array.from({ length: cells + 1 }, (_, i) => middle + (i / cells - 0.5) * width).filter((x) => x >= 0 && x <= 1)
    for (const level of candidates(around.level))
      for (const trend of candidates(around.trend))
        for (const season of period < 2 ? [0] : candidates(around.season)) {
          const { squares } = smooth(values, period, { level, trend, season })
          if (squares < least) {
            least = squares
            centre = { level, trend, season }
          }
        }
    width /= cells / 2
  }
  return centre
}

/** Number of passes over the values during fitting, for the budget of a run. */
export function fittingPasses(period: number): number {
  return refinements * (cells + 1) ** (period < 2 ? 2 : 3)
}

export function fitSmoothing(values: readonly number[], period: number): Smoothing {
  const weights = bestWeights(values, period)
  const { state, fitted, squares } = smooth(values, period, weights)
  const n = values.length
  const at = (whole: number): number =>
    state.level + whole * state.trend + (period < 2 ? 0 : (state.seasons[(n + whole - 1) % period] ?? 0))
  return {
    weights,
    fitted,
    forecast: (steps) => {
      const below = Math.floor(steps)
      const low = below < 1 ? (values[n - 1] ?? 0) : at(below)
      return steps === below ? low : low + (steps - below) * (at(below + 1) - low)
    },
    deviation: (steps) => {
      let factor = 1
      for (let j = 1; j < steps; j++) {
        const season = period >= 2 && j % period === 0 ? weights.season * (1 - weights.level) : 0
        const part = weights.level * (1 + j * weights.trend) + season
        factor += part * part
      }
      return Math.sqrt((squares / n) * factor)
    },
  }
}

/** The lag at which the detrended values repeat best; 0 if none repeats clearly in at least three cycles. */
export function findPeriod(values: readonly number[]): number {
  const n = values.length
  const slope = trendOf(values)
  const flat = values.map((value, i) => value - slope * i)
  const mean = flat.reduce((sum, value) => sum + value, 0) / n
  const total = flat.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  if (total === 0) return 0
  let best = 0
  let strongest = 0.3
  for (let lag = 2; lag * 3 <= n; lag++) {
    let sum = 0
    for (let i = lag; i < n; i++) sum += ((flat[i] ?? 0) - mean) * ((flat[i - lag] ?? 0) - mean)
    const strength = (sum / total) * (n / (n - lag))
    if (strength > strongest + 1e-9) {
      strongest = strength
      best = lag
    }
  }
  return best
}

function trendOf(values: readonly number[]): number {
  const n = values.length
  const middle = (n - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  let xy = 0
  let xx = 0
  for (const [i, value] of values.entries()) {
    xy += (i - middle) * (value - mean)
    xx += (i - middle) * (i - middle)
  }
  return xx === 0 ? 0 : xy / xx
}
