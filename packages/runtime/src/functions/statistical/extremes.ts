import { ExcelError } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Counting, forEachNumber, sampled } from '../sample.ts'
import { atRank } from './ranks.ts'
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

function ranked(sorted: readonly number[] | ExcelError, k: number, from: 'smallest' | 'largest'): number | ExcelError {
  return sorted instanceof ExcelError ? sorted : atRank(sorted, k, from)
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
