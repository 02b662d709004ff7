import { ascending } from '../../numeric/order-statistics.ts'
import { ExcelError, errors, type Grid } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Counting, forEachNumber, numbersIn } from '../sample.ts'

function extreme(name: string, counting: Counting, better: (value: number, best: number) => boolean): FunctionDefinition {
  return defineRepeating({
    name,
    params: [],
    repeated: [{ name: 'number', kind: 'argument' }],
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
function ranked(array: Grid, k: number, from: 'smallest' | 'largest'): number | ExcelError {
  const sample = numbersIn(array)
  if (sample instanceof ExcelError) return sample
  const place = Math.ceil(k)
  if (place < 1 || place > sample.length) return errors.num
  return ascending(sample)[from === 'smallest' ? place - 1 : sample.length - place] ?? errors.num
}

const array = { name: 'array', kind: 'grid' } as const
const k = { name: 'k', kind: 'number' } as const

export const extremes: readonly FunctionDefinition[] = [
  extreme('MAX', 'numbers', (value, best) => value > best),
  extreme('MAXA', 'all', (value, best) => value > best),
  extreme('MIN', 'numbers', (value, best) => value < best),
  extreme('MINA', 'all', (value, best) => value < best),
  define({ name: 'LARGE', params: [array, k], body: (_context, grid, place) => ranked(grid, place, 'largest') }),
  define({ name: 'SMALL', params: [array, k], body: (_context, grid, place) => ranked(grid, place, 'smallest') }),
]
