import { brent } from '../../numeric/inverse.ts'
import { type ExcelError, errors } from '../../values.ts'

/** The annual yield at which a decreasing excess of price becomes 0. */
export function solveYield(excess: (yearly: number) => number): number | ExcelError {
  let low = 0
  let high = 0.1
  while (excess(high) > 0 && high < 1e6) {
    low = high
    high *= 2
  }
  while (excess(low) < 0 && low > -0.99) {
    high = low
    low = low === 0 ? -0.05 : Math.max(-0.995, low * 1.5)
  }
  const found = brent(excess, low, high, 1e-16)
  return Number.isNaN(found) ? errors.num : found
}
