import { normalCdf, normalDensity, normalQuantile } from '../../numeric/error-function.ts'
import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { expOf, logOf } from '../../numeric/elementary.ts'

const x = { name: 'x', kind: 'number' } as const
const z = { name: 'z', kind: 'number' } as const
const mean = { name: 'mean', kind: 'number' } as const
const deviation = { name: 'standard_dev', kind: 'number' } as const
const probability = { name: 'probability', kind: 'number' } as const
const cumulative = { name: 'cumulative', kind: 'boolean' } as const

function isProbability(p: number): boolean {
  return p > 0 && p < 1
}

/** Computed by the definition, as in Excel: very small numbers lose digits. */
function inverseFisher(y: number): number {
  const power = expOf(2 * y)
  return Number.isFinite(power) ? (power - 1) / (power + 1) : 1
}

export const normal: readonly FunctionDefinition[] = [
  define({
    name: 'NORM.DIST',
    aliases: ['NORMDIST'],
    params: [x, mean, deviation, cumulative],
    body: (_context, at, centre, spread, upTo) => {
      if (spread <= 0) return errors.num
      const standard = (at - centre) / spread
      return upTo ? normalCdf(standard) : normalDensity(standard) / spread
    },
  }),
  define({
    name: 'NORM.INV',
    aliases: ['NORMINV'],
    params: [probability, mean, deviation],
    body: (_context, p, centre, spread) =>
      !isProbability(p) || spread <= 0 ? errors.num : centre + spread * normalQuantile(p),
  }),
  define({
    name: 'NORM.S.DIST',
    params: [z, cumulative],
    body: (_context, at, upTo) => (upTo ? normalCdf(at) : normalDensity(at)),
  }),
  define({ name: 'NORMSDIST', params: [z], body: (_context, at) => normalCdf(at) }),
  define({
    name: 'NORM.S.INV',
    aliases: ['NORMSINV'],
    params: [probability],
    body: (_context, p) => (isProbability(p) ? normalQuantile(p) : errors.num),
  }),
  define({ name: 'PHI', params: [x], body: (_context, at) => normalDensity(at) }),
  define({ name: 'GAUSS', params: [z], body: (_context, at) => normalCdf(at) - 0.5 }),
  define({
    name: 'LOGNORM.DIST',
    params: [x, mean, deviation, cumulative],
    body: (_context, at, centre, spread, upTo) => {
      if (at <= 0 || spread <= 0) return errors.num
      const standard = (logOf(at) - centre) / spread
      return upTo ? normalCdf(standard) : normalDensity(standard) / (spread * at)
    },
  }),
  define({
    name: 'LOGNORMDIST',
    params: [x, mean, deviation],
    body: (_context, at, centre, spread) =>
      at <= 0 || spread <= 0 ? errors.num : normalCdf((logOf(at) - centre) / spread),
  }),
  define({
    name: 'LOGNORM.INV',
    aliases: ['LOGINV'],
    params: [probability, mean, deviation],
    body: (_context, p, centre, spread) =>
      !isProbability(p) || spread <= 0 ? errors.num : expOf(centre + spread * normalQuantile(p)),
  }),
  define({
    name: 'FISHER',
    params: [x],
    body: (_context, r) => (r <= -1 || r >= 1 ? errors.num : logOf((1 + r) / (1 - r)) / 2),
  }),
  define({ name: 'FISHERINV', params: [{ name: 'y', kind: 'number' }], body: (_context, y) => inverseFisher(y) }),
]
