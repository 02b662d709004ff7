import { deviationPowers, mean, squaredDeviations, sum } from '../../numeric/moments.ts'
import { ascending, median, modes } from '../../numeric/order-statistics.ts'
import { ExcelError, errors, Matrix, type Value } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Counting, numbersIn, numbersOf, sampled } from '../sample.ts'
import { expOf, logOf } from '../../numeric/elementary.ts'
import { realPower } from '../../numeric/real-power.ts'

/** A function of all numbers in its arguments; `empty` is its value if there are none. */
function ofSample(
  name: string,
  f: (sample: readonly number[]) => Value,
  { empty = errors.num, counting = 'numbers' }: { empty?: Value; counting?: Counting } = {},
): FunctionDefinition {
  return defineRepeating({
    name,
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      const sample = numbersOf(context, args, counting)
      if (sample instanceof ExcelError) return sample
      return sample.length === 0 ? empty : f(sample)
    },
  })
}

/** Texts and booleans do not count here, even if they are typed into the call. */
function modeFunction(
  name: string,
  aliases: readonly string[],
  f: (modes: readonly number[]) => Value,
): FunctionDefinition {
  return defineRepeating({
    name,
    aliases,
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      const counted = args.filter(
        (argument) => argument.from !== 'literal' || !['string', 'boolean'].includes(typeof argument.value),
      )
      const sample = numbersOf(context, counted)
      return sample instanceof ExcelError ? sample : f(modes(sample))
    },
  })
}

function geometricMean(sample: readonly number[]): number | ExcelError {
  let product = 1
  let logs = 0
  let plain = true
  for (const value of sample) {
    if (value <= 0) return errors.num
    const next = product * value
    if (plain && next < 1e300 && next > 1e-300) product = next
    else {
      plain = false
      logs += logOf(value)
    }
  }
  const n = sample.length
  return plain ? realPower(product, 1 / n) : expOf((logOf(product) + logs) / n)
}

function harmonicMean(sample: readonly number[]): number | ExcelError {
  if (sample.some((value) => value <= 0)) return errors.num
  return sample.length / sum(sample.map((value) => 1 / value))
}

export const averages: readonly FunctionDefinition[] = [
  ofSample('AVERAGE', mean, { empty: errors.div0 }),
  ofSample('AVERAGEA', mean, { empty: errors.div0, counting: 'mean' }),
  ofSample('MEDIAN', median),
  modeFunction('MODE.SNGL', ['MODE'], ([first]) => first ?? errors.na),
  modeFunction('MODE.MULT', [], (found) => (found.length === 0 ? errors.na : new Matrix(found.length, 1, found))),
  ofSample('GEOMEAN', geometricMean),
  ofSample('HARMEAN', harmonicMean),
  ofSample('AVEDEV', (sample) => {
    const centre = mean(sample)
    return sum(sample.map((value) => Math.abs(value - centre))) / sample.length
  }),
  ofSample('DEVSQ', squaredDeviations),
  ofSample(
    'SKEW',
    (sample) => {
      const n = sample.length
      const deviation = Math.sqrt(squaredDeviations(sample) / (n - 1))
      if (n < 3 || deviation === 0) return errors.div0
      return ((n / ((n - 1) * (n - 2))) * deviationPowers(sample, 3)) / realPower(deviation, 3)
    },
    { empty: errors.div0 },
  ),
  ofSample(
    'SKEW.P',
    (sample) => {
      const n = sample.length
      const deviation = Math.sqrt(squaredDeviations(sample) / n)
      return n < 3 || deviation === 0 ? errors.div0 : deviationPowers(sample, 3) / n / realPower(deviation, 3)
    },
    { empty: errors.div0 },
  ),
  ofSample(
    'KURT',
    (sample) => {
      const n = sample.length
      const variance = squaredDeviations(sample) / (n - 1)
      if (n < 4 || variance === 0) return errors.div0
      const fourth = deviationPowers(sample, 4) / (variance * variance)
      return (n * (n + 1) * fourth) / ((n - 1) * (n - 2) * (n - 3)) - (3 * realPower(n - 1, 2)) / ((n - 2) * (n - 3))
    },
    { empty: errors.div0 },
  ),
  define({
    name: 'TRIMMEAN',
    params: [
      { name: 'array', kind: 'grid', areas: 'joined' },
      { name: 'percent', kind: 'number' },
    ],
    body: (_context, array, percent) => {
      const sample = numbersIn(array)
      if (sample instanceof ExcelError) return sample
      if (percent < 0 || percent >= 1 || sample.length === 0) return errors.num
      const cut = Math.floor((sample.length * percent) / 2)
      return mean(ascending(sample).slice(cut, sample.length - cut))
    },
  }),
  define({
    name: 'STANDARDIZE',
    params: [
      { name: 'x', kind: 'number' },
      { name: 'mean', kind: 'number' },
      { name: 'standard_dev', kind: 'number' },
    ],
    body: (_context, x, centre, deviation) => (deviation <= 0 ? errors.num : (x - centre) / deviation),
  }),
]
