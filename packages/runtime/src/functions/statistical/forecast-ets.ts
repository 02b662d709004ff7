import { normalQuantile } from '../../numeric/error-function.ts'
import { findPeriod, fitSmoothing, fittingPasses, type Smoothing } from '../../numeric/exponential-smoothing.ts'
import { ExcelError, errors, type Grid, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { readTimeSeries, type TimeSeries } from './time-series.ts'

/**
 * Forecasts by exponential smoothing. Excel documents the model (AAA) but not its initialisation and its search for the
 * weights. Saved values agree for series without noise and for a noisy one without a season; others may be only close.
 */

const values = { name: 'values', kind: 'grid' } as const
const timeline = { name: 'timeline', kind: 'grid' } as const
const seasonality = { name: 'seasonality', kind: 'number', optional: true, default: 1 } as const
const completion = { name: 'data_completion', kind: 'number', optional: true, default: 1 } as const
const aggregation = { name: 'aggregation', kind: 'number', optional: true, default: 1 } as const
const target = { name: 'target_date', kind: 'number' } as const

const longestPeriod = 8760

interface Model {
  readonly series: TimeSeries
  readonly period: number
  readonly smoothing: Smoothing
}

/** Comparing this many values with those a season before costs one step. */
const VALUES_A_STEP = 16

/** 1 detects the season, 0 means none. */
function periodOf(context: CallContext, series: TimeSeries, wanted: number): number | ExcelError {
  const season = Math.trunc(wanted)
  if (season < 0 || season > longestPeriod) return errors.num
  if (season === 1) {
    context.charge(series.values.length ** 2 / VALUES_A_STEP)
    return findPeriod(series.values)
  }
  return season === 0 || series.values.length >= 2 * season ? season : errors.num
}

function fitModel(
  context: CallContext,
  ys: Grid,
  times: Grid,
  [season, fillWith, combine]: readonly [number, number, number],
): Model | ExcelError {
  const series = readTimeSeries(ys, times, fillWith, combine, context.date1904)
  if (series instanceof ExcelError) return series
  const period = periodOf(context, series, season)
  if (period instanceof ExcelError) return period
  context.charge(series.values.length * fittingPasses(period))
  return { series, period, smoothing: fitSmoothing(series.values, period) }
}

/** Between past values the forecast is interpolated linearly, from 0 before the first. */
function forecastAt({ series, smoothing }: Model, time: number): number | ExcelError {
  const last = series.values.length - 1
  const position = series.position(time)
  if (position <= -1) return errors.num
  if (position > last) return smoothing.forecast(position - last)
  const below = Math.floor(position)
  const low = series.values[below] ?? 0
  return low + (position - below) * ((series.values[below + 1] ?? low) - low)
}

function confidence(
  { charge }: CallContext,
  { series, smoothing }: Model,
  time: number,
  level: number,
): number | ExcelError {
  if (level < 0 || level >= 1) return errors.num
  const steps = series.position(time) - (series.values.length - 1)
  if (steps <= 0) return errors.num
  const z = level === 0 ? 0 : normalQuantile((1 + level) / 2, (1 - level) / 2)
  charge(steps)
  return z * smoothing.deviation(Math.ceil(steps))
}

/** Alpha, beta, gamma, MASE, SMAPE, MAE, RMSE and the step, by number from 1. */
function statistics({ series, smoothing }: Model): readonly number[] {
  const { values: ys, step } = series
  const { fitted, weights } = smoothing
  const n = ys.length
  let absolute = 0
  let squares = 0
  let relative = 0
  let naive = 0
  for (const [i, y] of ys.entries()) {
    const error = Math.abs(y - (fitted[i] ?? 0))
    absolute += error
    squares += error * error
    const size = Math.abs(y) + Math.abs(fitted[i] ?? 0)
    relative += size === 0 ? 0 : error / (size / 2)
    if (i > 0) naive += Math.abs(y - (ys[i - 1] ?? 0))
  }
  const scaled = naive === 0 ? 0 : absolute / n / (naive / (n - 1))
  return [
    weights.level,
    weights.trend,
    weights.season,
    scaled,
    relative / n,
    absolute / n,
    Math.sqrt(squares / n),
    step,
  ]
}

function onModel(model: Model | ExcelError, f: (model: Model) => Value): Value {
  return model instanceof ExcelError ? model : f(model)
}

export const forecastEts: readonly FunctionDefinition[] = [
  define({
    name: 'FORECAST.ETS',
    mayDiffer: true,
    params: [target, values, timeline, seasonality, completion, aggregation],
    body: (context, time, ys, times, season, fillWith, combine) =>
      onModel(fitModel(context, ys, times, [season, fillWith, combine]), (model) => forecastAt(model, time)),
  }),
  define({
    name: 'FORECAST.ETS.CONFINT',
    mayDiffer: true,
    params: [
      target,
      values,
      timeline,
      { name: 'confidence_level', kind: 'number', optional: true, default: 0.95 },
      seasonality,
      completion,
      aggregation,
    ],
    body: (context, time, ys, times, level, season, fillWith, combine) =>
      onModel(fitModel(context, ys, times, [season, fillWith, combine]), (model) =>
        confidence(context, model, time, level),
      ),
  }),
  define({
    name: 'FORECAST.ETS.SEASONALITY',
    mayDiffer: true,
    params: [values, timeline, completion, aggregation],
    body: (context, ys, times, fillWith, combine) => {
      const series = readTimeSeries(ys, times, fillWith, combine, context.date1904)
      return series instanceof ExcelError ? series : periodOf(context, series, 1)
    },
  }),
  define({
    name: 'FORECAST.ETS.STAT',
    mayDiffer: true,
    params: [values, timeline, { name: 'statistic_type', kind: 'number' }, seasonality, completion, aggregation],
    body: (context, ys, times, statistic, season, fillWith, combine) => {
      const wanted = Math.trunc(statistic)
      if (wanted < 1 || wanted > 8) return errors.num
      return onModel(
        fitModel(context, ys, times, [season, fillWith, combine]),
        (model) => statistics(model)[wanted - 1] ?? errors.num,
      )
    },
  }),
]
