interface Series {
  readonly values: readonly (number | null)[]
}

const ROUNDING = 1e-9

/** Round values for the axis of a chart, from below the smallest to above the largest. */
export function axisTicks(series: readonly Series[], kind: 'line' | 'bar' | 'stacked'): number[] {
  const values = kind === 'stacked' ? stackEnds(series) : series.flatMap((line) => line.values.filter(isNumber))
  // Bars are compared by their length, which begins at nothing.
  const all = kind === 'line' ? values : [0, ...values]
  const finite = all.filter(Number.isFinite)
  if (finite.length === 0) return []
  const [least, most] = [Math.min(...finite), Math.max(...finite)]
  const span = most - least || Math.abs(most) || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  // What rounding left beside a tick does not make another one.
  const from = Math.floor(least / step + ROUNDING)
  const to = Math.max(Math.ceil(most / step - ROUNDING), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

/** Where the stacks of all points end, above and below nothing. */
function stackEnds(series: readonly Series[]): number[] {
  const points = Math.max(0, ...series.map(({ values }) => values.length))
  return Array.from({ length: points }, (_, index) => {
    const parts = series.map(({ values }) => values[index] ?? 0)
    const sum = (picked: readonly number[]) => picked.reduce((total, value) => total + value, 0)
    return [sum(parts.filter((value) => value > 0)), sum(parts.filter((value) => value < 0))]
  }).flat()
}

function isNumber(value: number | null): value is number {
  return value !== null
}
