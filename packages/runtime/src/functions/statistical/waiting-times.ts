import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { expOf, expm1Of } from '../../numeric/elementary.ts'
import { realPower } from '../../numeric/real-power.ts'

const x = { name: 'x', kind: 'number' } as const
const cumulative = { name: 'cumulative', kind: 'boolean' } as const

export const waitingTimes: readonly FunctionDefinition[] = [
  define({
    name: 'EXPON.DIST',
    aliases: ['EXPONDIST'],
    params: [x, { name: 'lambda', kind: 'number' }, cumulative],
    body: (_context, at, lambda, upTo) => {
      if (at < 0 || lambda <= 0) return errors.num
      return upTo ? -expm1Of(-lambda * at) : lambda * expOf(-lambda * at)
    },
  }),
  define({
    name: 'WEIBULL.DIST',
    aliases: ['WEIBULL'],
    params: [x, { name: 'alpha', kind: 'number' }, { name: 'beta', kind: 'number' }, cumulative],
    body: (_context, at, shape, scale, upTo) => {
      if (at < 0 || shape <= 0 || scale <= 0) return errors.num
      const power = realPower(at / scale, shape)
      if (upTo) return -expm1Of(-power)
      // Excel says so for shape 1 too, where the density is 1 / scale.
      if (at === 0 && shape >= 1) return 0
      return (shape / scale) * realPower(at / scale, shape - 1) * expOf(-power)
    },
  }),
]
