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

/**
 * Initial state. Without a season: the slope of the regression line as trend, and a level that predicts the first value.
 * With one: the trend between the first two cycles, the level before the first value, the remainder as season.
 */
function startingState(values: readonly number[], period: number): State {
  if (period < 2) {
    const trend = trendOf(values)
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
  /** Sum of the absolute errors. */
  readonly absolute: number
}

function smooth(values: readonly number[], start: State, weights: Weights): Pass {
  const state = { ...start, seasons: [...start.seasons] }
  const period = state.seasons.length
  const fitted: number[] = []
  let squares = 0
  let absolute = 0
  for (const [i, value] of values.entries()) {
    const season = period === 0 ? 0 : (state.seasons[i % period] ?? 0)
    const expected = state.level + state.trend + season
    const error = value - expected
    fitted.push(expected)
    squares += error * error
    absolute += Math.abs(error)
    state.level += state.trend + weights.level * error
    state.trend += weights.trend * error
    if (period > 0) state.seasons[i % period] = season + weights.season * error
  }
  return { state, fitted, squares, absolute }
}

/** Weights are whole thousandths, found digit by digit. */
const UNIT = 1000
const STEPS = [100, 10, 1]
const REACH = 9
/** The largest level weight that Excel was seen to choose. */
const MOST = 998

/** The weights with the least absolute error of those that are tried, where the trend weighs less than the level, and the season at most what the level leaves. */
function bestWeights(values: readonly number[], start: State): Weights {
  const seasonal = start.seasons.length > 0
  let best: Weights = { level: 0, trend: 0, season: 0 }
  let least = Number.POSITIVE_INFINITY
  for (const step of STEPS) {
    const around = best
    // The smallest weight stands for all steps below it: small ones would otherwise be out of reach.
    const candidates = (middle: number, most: number): readonly number[] => {
      const steps = Array.from({ length: 2 * REACH + 1 }, (_, i) => Math.round(middle * UNIT) + (i - REACH) * step)
      return [...new Set(steps.map((weight) => Math.max(1, weight)))].filter((weight) => weight <= most)
    }
    for (const level of candidates(around.level, MOST))
      for (const trend of candidates(around.trend, level - 1))
        for (const season of seasonal ? candidates(around.season, UNIT - level) : [0]) {
          const weights = { level: level / UNIT, trend: trend / UNIT, season: season / UNIT }
          const { absolute } = smooth(values, start, weights)
          if (absolute < least) {
            least = absolute
            best = weights
          }
        }
  }
  return best
}

/** Number of passes over the values during fitting, at most, for the budget of a run. */
export function fittingPasses(period: number): number {
  const width = 2 * REACH + 1
  return STEPS.length * width ** (period < 2 ? 2 : 3)
}

export function fitSmoothing(values: readonly number[], period: number): Smoothing {
  const start = startingState(values, period)
  const weights = bestWeights(values, start)
  const { state, fitted, squares } = smooth(values, start, weights)
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
        const season = period >= 2 && j % period === 0 ? weights.season : 0
        const part = weights.level + j * weights.trend + season
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
