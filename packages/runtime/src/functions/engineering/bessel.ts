import { besselI, besselJ, besselK, besselY } from '../../numeric/bessel.ts'
import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

/** Work grows with the order; no sensible use needs a higher one. */
const highestOrder = 1_000_000

function bessel(name: string, positiveOnly: boolean, f: (order: number, x: number) => number): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'x', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'n', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (context, x, n) => {
      const order = Math.trunc(n)
      if (order < 0 || (positiveOnly && x <= 0)) return errors.num
      if (order > highestOrder) return x === 0 ? 0 : errors.num
      context.charge(order)
      return f(order, x)
    },
  })
}

export const besselFunctions: readonly FunctionDefinition[] = [
  bessel('BESSELI', false, besselI),
  bessel('BESSELJ', false, besselJ),
  bessel('BESSELK', true, besselK),
  bessel('BESSELY', true, besselY),
]
