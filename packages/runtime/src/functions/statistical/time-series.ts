import { daysInMonth, serialToDate } from '../../dates/serial.ts'
import { ExcelError, errors, type Grid } from '../../values.ts'
import { aggregatorsByNumber } from '../aggregators.ts'

/** Equidistant values in time, with gaps filled and repeated times aggregated. */
export interface TimeSeries {
  readonly values: readonly number[]
  /** Distance between two values in the unit of the timeline (days, or months if the days agree). */
  readonly step: number
  /** Steps from the first value (0) to a point in time. */
  readonly position: (time: number) => number
}

/** By the number of the aggregation argument, from 1: AVERAGE, COUNT, COUNTA, MAX, MEDIAN, MIN, SUM. */
const aggregations = [1, 2, 3, 4, 12, 5, 9].map((number) => aggregatorsByNumber[number - 1])

export function readTimeSeries(
  values: Grid,
  timeline: Grid,
  completion: number,
  aggregation: number,
  date1904: boolean,
): TimeSeries | ExcelError {
  const ys = numbersOfAll(values)
  if (ys instanceof ExcelError) return ys
  const times = numbersOfAll(timeline)
  if (times instanceof ExcelError) return times
  if (ys.length !== times.length || ys.length < 2) return errors.na
  const combine = aggregations[Math.trunc(aggregation) - 1]
  const fillWith = Math.trunc(completion)
  if (!combine || (fillWith !== 0 && fillWith !== 1)) return errors.num
  // Packages of engines run in Node 20, which has no Map.groupBy.
  const byTime = new Map<number, number[]>()
  for (const [index, time] of times.entries()) {
    const present = byTime.get(time)
    if (present) present.push(ys[index] ?? 0)
    else byTime.set(time, [ys[index] ?? 0])
  }
  const distinct = [...byTime.keys()].sort((a, b) => a - b)
  const clock = clockOf(distinct, date1904)
  if (!clock) return errors.num
  const known = distinct.map((time): [number, number | ExcelError] => {
    const numbers = byTime.get(time) ?? []
    return [Math.round(clock.position(time)), combine({ numbers, filled: numbers.length })]
  })
  const filled = fill(known, fillWith)
  return filled instanceof ExcelError ? filled : { values: filled, ...clock }
}

function numbersOfAll(grid: Grid): number[] | ExcelError {
  const numbers: number[] = []
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError) return value
      if (typeof value !== 'number') return errors.value
      numbers.push(value)
    }
  return numbers
}

type Clock = Pick<TimeSeries, 'step' | 'position'>

/** Equal distances in days or, for dates on the same or the last day of their months, in months. */
function clockOf(times: readonly number[], date1904: boolean): Clock | undefined {
  return regular(times, (time) => time) ?? regularMonths(times, date1904)
}

function regular(times: readonly number[], scale: (time: number) => number): Clock | undefined {
  const points = times.map(scale)
  const start = points[0] ?? 0
  const gaps = points.slice(1).map((point, i) => point - (points[i] ?? 0))
  const step = Math.min(...gaps)
  if (!(step > 0) || gaps.some((gap) => Math.abs(gap / step - Math.round(gap / step)) > 1e-9)) return undefined
  return { step, position: (time) => (scale(time) - start) / step }
}

function regularMonths(times: readonly number[], date1904: boolean): Clock | undefined {
  if (times.some((time) => time < 1 || !Number.isInteger(time))) return undefined
  const dates = times.map((time) => serialToDate(time, date1904))
  const day = Math.max(...dates.map((date) => date.day))
  // In shorter months the 31st means the last day.
  const dayIn = (year: number, month: number) => Math.min(day, daysInMonth(year, month))
  if (dates.some((date) => date.day !== dayIn(date.year, date.month))) return undefined
  return regular(times, (time) => {
    const date = serialToDate(time, date1904)
    return date.year * 12 + date.month + (date.day - dayIn(date.year, date.month)) / 31
  })
}

/** Values at every step; missing ones, at most three in ten, are 0 or interpolated. */
function fill(known: readonly [number, number | ExcelError][], fillWith: 0 | 1): number[] | ExcelError {
  const values: number[] = []
  const count = (known.at(-1)?.[0] ?? 0) + 1
  if (count - known.length > 0.3 * count) return errors.num
  for (const [position, value] of known) {
    if (value instanceof ExcelError) return value
    const before = values.at(-1) ?? 0
    const from = values.length - 1
    for (let i = values.length; i < position; i++)
      values.push(fillWith === 0 ? 0 : before + ((value - before) * (i - from)) / (position - from))
    values.push(value)
  }
  return values
}
