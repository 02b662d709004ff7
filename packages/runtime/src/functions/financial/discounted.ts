import { type Basis, daysBetween, yearFraction, yearLength } from '../../dates/day-count.ts'
import { ExcelError, errors, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { amount, basis, days, maturity, rate, redemption, settlement, withBasis } from './parameters.ts'

/** Securities that pay once, at maturity. All need the years between settlement and maturity. */
function onYears(
  context: CallContext,
  from: number,
  to: number,
  basisValue: number,
  f: (years: number) => number | ExcelError,
): Value {
  return withBasis(basisValue, (way) => {
    const dates = days(from, to)
    if (dates instanceof ExcelError) return dates
    const [settled = 0, end = 0] = dates
    return settled >= end ? errors.num : f(yearFraction(settled, end, way, context.date1904))
  })
}

/** In years of one length: that of the year from issue to settlement. */
interface Times {
  /** Issue to maturity, settlement to maturity, issue to settlement. */
  readonly whole: number
  readonly left: number
  readonly accrued: number
}

function onIssue(
  context: CallContext,
  dates: readonly [settlement: number, maturity: number, issue: number],
  basisValue: number,
  f: (times: Times) => number | ExcelError,
): Value {
  return withBasis(basisValue, (way: Basis) => {
    const checked = days(...dates)
    if (checked instanceof ExcelError) return checked
    const [settled = 0, end = 0, issued = 0] = checked
    if (settled >= end || issued > settled) return errors.num
    const { date1904 } = context
    const year = yearLength(issued, settled, way, date1904)
    const whole = daysBetween(issued, end, way, date1904) / year
    const accrued = daysBetween(issued, settled, way, date1904) / year
    return f({ whole, left: whole - accrued, accrued })
  })
}

const price = amount('pr')
const investment = amount('investment')
const discount = amount('discount')
const issue = amount('issue')
const par = { ...amount('par'), optional: true, default: 1000 } as const

export const discounted: readonly FunctionDefinition[] = [
  define({
    name: 'DISC',
    params: [settlement, maturity, price, redemption, basis],
    body: (context, from, to, paid, back, way) =>
      paid <= 0 || back <= 0 ? errors.num : onYears(context, from, to, way, (years) => (back - paid) / back / years),
  }),
  define({
    name: 'INTRATE',
    params: [settlement, maturity, investment, redemption, basis],
    body: (context, from, to, paid, back, way) =>
      paid <= 0 || back <= 0 ? errors.num : onYears(context, from, to, way, (years) => (back - paid) / paid / years),
  }),
  define({
    name: 'RECEIVED',
    params: [settlement, maturity, investment, discount, basis],
    body: (context, from, to, paid, off, way) =>
      paid <= 0 || off <= 0
        ? errors.num
        : onYears(context, from, to, way, (years) => {
            const share = 1 - off * years
            return share <= 0 ? errors.num : paid / share
          }),
  }),
  define({
    name: 'PRICEDISC',
    params: [settlement, maturity, discount, redemption, basis],
    body: (context, from, to, off, back, way) =>
      off <= 0 || back <= 0 ? errors.num : onYears(context, from, to, way, (years) => back * (1 - off * years)),
  }),
  define({
    name: 'YIELDDISC',
    params: [settlement, maturity, price, redemption, basis],
    body: (context, from, to, paid, back, way) =>
      paid <= 0 || back <= 0 ? errors.num : onYears(context, from, to, way, (years) => (back / paid - 1) / years),
  }),
  define({
    name: 'PRICEMAT',
    params: [settlement, maturity, issue, rate, amount('yld'), basis],
    body: (context, from, to, issued, yearly, wanted, way) =>
      yearly < 0 || wanted < 0
        ? errors.num
        : onIssue(
            context,
            [from, to, issued],
            way,
            ({ whole, left, accrued }) => 100 * ((1 + whole * yearly) / (1 + left * wanted) - accrued * yearly),
          ),
  }),
  define({
    name: 'YIELDMAT',
    params: [settlement, maturity, issue, rate, price, basis],
    body: (context, from, to, issued, yearly, paid, way) =>
      yearly < 0 || paid <= 0
        ? errors.num
        : onIssue(
            context,
            [from, to, issued],
            way,
            ({ whole, left, accrued }) => ((1 + whole * yearly) / (paid / 100 + accrued * yearly) - 1) / left,
          ),
  }),
  define({
    name: 'ACCRINTM',
    params: [issue, settlement, rate, par, basis],
    body: (context, from, to, yearly, face, way) =>
      yearly <= 0 || face <= 0 ? errors.num : onYears(context, from, to, way, (years) => face * yearly * years),
  }),
]
