import { expect, test } from 'vitest'
import { internalRate } from './internal-rate.ts'

/** A loan paid back in equal parts has one rate, the one that the parts were computed from. */
test.each([12, 36, 60, 120, 240, 360, 480])('the rate of a loan over %i periods is found from any guess', (periods) => {
  for (const rate of [-0.003, 0, 0.0005, 0.002, 0.00375, 0.01, 0.03, 0.2]) {
    for (const loan of [1000, -250_000, 500_000_000]) {
      const part = rate === 0 ? loan / periods : (loan * rate) / (1 - (1 + rate) ** -periods)
      const flows = [-loan, ...Array<number>(periods).fill(part)]
      for (const guess of [0.1, 0.01, 0.5, 0]) {
        expect(internalRate(flows, 0, periods, guess), `${rate} from ${guess}`).toBeCloseTo(rate, 6)
      }
    }
  }
})
