import { type Basis, daysBetween } from '../../dates/day-count.ts'
import { ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { isMonthEnd, periodLength, shiftMonths } from './coupon-dates.ts'
import { amount, basis, days, type Frequency, frequency, rate, settlement, withTerms } from './parameters.ts'

interface Security {
  readonly issue: number
  readonly firstInterest: number
  readonly settlement: number
  readonly frequency: Frequency
  readonly basis: Basis
  readonly date1904: boolean
}

/**
 * Coupon periods between issue and settlement, summed as in Excel: the part from the issue to the first date of the
 * coupon grid, whole periods, and the days from a base date to the settlement, measured in the period before the first
 * interest (negative if the settlement is earlier). Without `fromIssue` the whole periods before the base are left out.
 */
function accruedPeriods(security: Security, fromIssue: boolean): number {
  const { issue, firstInterest, settlement: settled, frequency: times, basis: way, date1904 } = security
  const monthEnd = isMonthEnd(firstInterest, date1904)
  const grid = (index: number): number => shiftMonths(firstInterest, (index * 12) / times, monthEnd, date1904)
  const between = (from: number, to: number): number => daysBetween(from, to, way, date1904)
  const length = (index: number): number => periodLength(grid(index - 1), grid(index), times, way)
  const first = firstNotBefore(grid, issue, Math.floor(((issue - firstInterest) / 366) * times))
  if (first === 0 && settled <= firstInterest) return between(issue, settled) / length(0)
  const broken = between(issue, grid(first)) / length(first)
  const beforeFirstInterest = Math.max(first, -1)
  if (!fromIssue) return broken + between(grid(beforeFirstInterest), settled) / length(0)
  const base =
    settled <= firstInterest
      ? beforeFirstInterest
      : firstNotBefore(grid, settled, Math.floor(((settled - firstInterest) / 366) * times)) - 1
  return broken + (base - first) + between(grid(base), settled) / length(0)
}

/** Index of the first date of an ascending grid that is not before a day, searched from a guess. */
function firstNotBefore(grid: (index: number) => number, day: number, guess: number): number {
  let index = guess
  while (grid(index) >= day) index--
  while (grid(index) < day) index++
  return index
}

export const accruedInterest: readonly FunctionDefinition[] = [
  define({
    name: 'ACCRINT',
    params: [
      amount('issue'),
      amount('first_interest'),
      settlement,
      rate,
      { ...amount('par'), optional: true, default: 1000 },
      frequency,
      basis,
      { name: 'calc_method', kind: 'boolean', optional: true, default: true },
    ],
    body: (context, issued, firstDay, to, yearly, face, times, basisValue, fromIssue) =>
      withTerms(times, basisValue, (perYear, way) => {
        const dates = days(issued, firstDay, to)
        if (dates instanceof ExcelError) return dates
        const [issue = 0, firstInterest = 0, settled = 0] = dates
        if (yearly <= 0 || face <= 0 || issue >= settled) return errors.num
        const { date1904 } = context
        const security = { issue, firstInterest, settlement: settled, frequency: perYear, basis: way, date1904 }
        return ((face * yearly) / perYear) * accruedPeriods(security, fromIssue)
      }),
  }),
]
