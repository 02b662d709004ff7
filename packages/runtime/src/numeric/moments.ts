import { realPower } from './real-power.ts'

/** Sum of a sample, from left to right as in Excel. */
export function sum(sample: readonly number[]): number {
  let total = 0
  for (const value of sample) total += value
  return total
}

export function mean(sample: readonly number[]): number {
  return sum(sample) / sample.length
}

/** Sum of the powers of the deviations from the mean (second pass over the sample). */
export function deviationPowers(sample: readonly number[], power: number, centre: number = mean(sample)): number {
  let total = 0
  for (const value of sample) total += realPower(value - centre, power)
  return total
}

/** Sum of the squared deviations from the mean. */
export function squaredDeviations(sample: readonly number[]): number {
  const centre = mean(sample)
  let total = 0
  for (const value of sample) total += (value - centre) * (value - centre)
  return total
}

/** Variance of a whole population, or estimated from a sample. */
export function variance(values: readonly number[], of: 'sample' | 'population'): number {
  return squaredDeviations(values) / (values.length - (of === 'sample' ? 1 : 0))
}

/** Sums of squared and mixed deviations of two samples of equal size. */
export function comoments(
  xs: readonly number[],
  ys: readonly number[],
): { readonly meanX: number; readonly meanY: number; readonly xx: number; readonly yy: number; readonly xy: number } {
  const meanX = mean(xs)
  const meanY = mean(ys)
  let xx = 0
  let yy = 0
  let xy = 0
  for (let i = 0; i < xs.length; i++) {
    const dx = (xs[i] ?? 0) - meanX
    const dy = (ys[i] ?? 0) - meanY
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  return { meanX, meanY, xx, yy, xy }
}
