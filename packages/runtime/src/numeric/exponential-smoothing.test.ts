import { expect, test } from 'vitest'
import { fitSmoothing } from './exponential-smoothing.ts'

/** Sum of the absolute errors without a season, from the slope of the regression line. */
function absoluteError(values: readonly number[], level: number, trend: number): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const up = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0)
  let step = up / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  let expected = values[0] ?? 0
  let total = 0
  for (const value of values) {
    const error = value - expected
    total += Math.abs(error)
    const base = expected + level * error
    step += trend * error
    expected = base + step
  }
  return total
}

test.each([
  [[104, 97, 101, 92, 109, 98, 95, 107, 103, 91, 99, 106, 94, 102, 108, 96], 'noise around a level'],
  [[3, 4, 9, 6, 14, 11, 12, 21, 17, 18, 26, 20, 29, 25], 'noise around a line'],
  [[403, 531, 615, 984, 1254, 1520, 1820, 2251, 2612, 3420, 4189, 5469], 'growth'],
])('the weights fit %j nearly as well as the best of all: %s', (values) => {
  let least = Number.POSITIVE_INFINITY
  for (let level = 1; level <= 998; level++)
    for (let trend = 1; trend < level; trend++)
      least = Math.min(least, absoluteError(values, level / 1000, trend / 1000))
  const { weights } = fitSmoothing(values, 1)
  expect(absoluteError(values, weights.level, weights.trend)).toBeLessThan(least * 1.005)
})
