interface Series {
  readonly values: readonly (number | null)[]
}

const ROUNDING = 1e-9

/** Round values for a chart axis, from below the smallest to above the largest. */
export function axisTicks(series: readonly Series[], kind: 'line' | 'bar' | 'stacked'): number[] {
  const values = kind === 'stacked' ? stackEnds(series) : series.flatMap((line) => line.values.filter(isNumber))
  // Bars are compared by their length, so their axis starts at zero.
  const all = kind === 'line' ? values : [0, ...values]
  const finite = all.filter(Number.isFinite)
  if (finite.length === 0) return []
  const [least, most] = [Math.min(...finite), Math.max(...finite)]
  const span = most - least || Math.abs(most) || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  // A rounding error next to a tick does not add another one.
  const from = Math.floor(least / step + ROUNDING)
  const to = Math.max(Math.ceil(most / step - ROUNDING), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

/** The ends of the stacks at all points, above and below zero. */
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
