import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileCriterion } from '../../criteria.ts'
import { errors, type Grid, Matrix, type Scalar } from '../../values.ts'
import type { CallContext } from '../definition.ts'
import { type Condition, forEachMatch } from './matching-cells.ts'

const setting = { date1904: false, locale: 'en-US', now: () => 46_000, charge: () => undefined }

/** Contexts differ only in whether they cache indexes; nothing else is used here. */
function contextWith(remember: boolean): CallContext {
  const kept = new WeakMap<Grid, Map<string, object>>()
  const keep = <T extends object>(grid: Grid, purpose: string, build: () => T): T => {
    const entries = kept.get(grid) ?? new Map<string, object>()
    kept.set(grid, entries)
    if (!entries.has(purpose)) entries.set(purpose, build())
    return entries.get(purpose) as T
  }
  return { ...setting, ...(remember ? { remember: keep } : {}) } as unknown as CallContext
}

const cell: fc.Arbitrary<Scalar> = fc.constantFrom(
  null,
  1,
  2,
  2.5,
  -3,
  '',
  'a',
  'A',
  'ab',
  '2',
  'b*',
  true,
  false,
  errors.na,
)
const criterion: fc.Arbitrary<Scalar> = fc.constantFrom(
  1,
  2,
  '>1',
  '<>2',
  '<=2',
  'a',
  'a*',
  '?',
  '<>a',
  '',
  '=',
  '<>',
  true,
  errors.na,
)

function matchesOf(context: CallContext, conditions: readonly Condition[], rows: number, cols: number): number[] {
  const found: number[] = []
  forEachMatch(context, conditions, rows, cols, (row, col) => {
    found.push(row * cols + col)
    return undefined
  })
  return found
}

test('an index finds the same cells in the same order as going through them', () => {
  const rows = 70
  const cols = 2
  const column = fc.array(cell, { minLength: rows * cols, maxLength: rows * cols })
  fc.assert(
    fc.property(
      column,
      column,
      fc.array(fc.tuple(criterion, criterion), { minLength: 6, maxLength: 12 }),
      (a, b, asked) => {
        const grids = [new Matrix(rows, cols, a), new Matrix(rows, cols, b)] as const
        const plain = contextWith(false)
        const indexed = contextWith(true)
        for (const criteria of asked) {
          const conditions = grids.map((grid, i): Condition => {
            const value = criteria[i] ?? null
            return { grid, matches: compileCriterion(value, plain), key: `${typeof value} ${String(value)}` }
          })
          expect(matchesOf(indexed, conditions, rows, cols)).toEqual(matchesOf(plain, conditions, rows, cols))
        }
      },
    ),
    { seed: 20260115, numRuns: 100 },
  )
})
