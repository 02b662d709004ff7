import { ExcelError, errors } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Counting, forEachNumber, sampled } from '../sample.ts'
import { sortedArgument } from './sorted-sample.ts'

function extreme(
  name: string,
  counting: Counting,
  better: (value: number, best: number) => boolean,
): FunctionDefinition {
  return defineRepeating({
    name,
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      let best: number | undefined
      const error = forEachNumber(
        context,
        args,
        (value) => {
          if (best === undefined || better(value, best)) best = value
        },
        counting,
      )
      return error ?? best ?? 0
    },
  })
}

/** The k-th value counted from the smallest (or the largest). */
function ranked(sorted: readonly number[] | ExcelError, k: number, from: 'smallest' | 'largest'): number | ExcelError {
  if (sorted instanceof ExcelError) return sorted
  if (k < 1 || k > sorted.length) return errors.num
  return sorted[Math.floor(from === 'smallest' ? k - 1 : sorted.length - k)] ?? errors.num
}

const array = { name: 'array', kind: 'argument' } as const
const k = { name: 'k', kind: 'number' } as const

export const extremes: readonly FunctionDefinition[] = [
  extreme('MAX', 'numbers', (value, best) => value > best),
  extreme('MAXA', 'all', (value, best) => value > best),
  extreme('MIN', 'numbers', (value, best) => value < best),
  extreme('MINA', 'all', (value, best) => value < best),
  define({
    name: 'LARGE',
    params: [array, k],
    body: (context, data, place) => ranked(sortedArgument(context, data), place, 'largest'),
  }),
  define({
    name: 'SMALL',
    params: [array, k],
    body: (context, data, place) => ranked(sortedArgument(context, data), place, 'smallest'),
  }),
]
