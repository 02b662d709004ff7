import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFormula } from '../../src/2-parse/parse.ts'
import { printFormula } from '../../src/2-parse/print.ts'
import { relativeKey } from '../../src/2-parse/relative-key.ts'

const HOME = { row: 500, col: 100, rows: 1_048_576, cols: 16_384 }

const sheetName = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '9', ' ', "'", '.', '_', 'é', '日', '!', '(', '-'),
    minLength: 1,
    maxLength: 8,
  })
  .filter((name) => !name.startsWith("'") && !name.endsWith("'"))
const column = fc.constantFrom('A', '$B', 'IV', '$XFD', 'ZZ')
const row = fc.constantFrom('1', '$7', '1048576', '$99')
const cell = fc.tuple(column, row).map((parts) => parts.join(''))
const reference = fc.oneof(
  cell,
  fc.tuple(cell, cell).map((cells) => cells.join(':')),
  fc.constantFrom('A:A', '$B:C', '1:3', '$2:$2'),
  fc.tuple(sheetName, cell).map(([name, address]) => `'${name.replaceAll("'", "''")}'!${address}`),
  fc.constantFrom('T[]', 'T[Col]', 'T[[#This Row],[a b]]', '[@x]', 'A1#', 'Jan:Dec!B2', '[1]S!A1', 'rate'),
)
const literal = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e15 })
    .map((value) => String(value).replace('e', 'E')),
  fc.string({ maxLength: 6 }).map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.constantFrom('TRUE', 'FALSE', '#N/A', '{1,2;"a",FALSE}'),
)
const formula = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    reference,
    fc.tuple(fc.constantFrom('-', '+', '@'), tie('any')).map((parts) => parts.join('')),
    tie('any').map((text) => `(${text})%`),
    tie('any').map((text) => `(${text})`),
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<>', '<', '>=', ' * '), tie('any'))
      .map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('SUM', 'LOG10', 'STDEV.S', 'my.fn'),
        fc.array(fc.oneof(tie('any'), fc.constant('')), { maxLength: 3 }),
      )
      .map(([name, args]) => `${name}(${args.join(',')})`),
  ),
})).any

test('printing what was parsed and parsing it again changes nothing', () => {
  fc.assert(
    fc.property(formula, (text) => {
      const first = parseFormula(text, { home: HOME })
      fc.pre(first.ok)
      const printed = printFormula(first.tree, HOME)
      const second = parseFormula(printed, { home: HOME })
      expect(second.ok && printFormula(second.tree, HOME)).toBe(printed)
      expect(withoutPlaces(second.ok && second.tree)).toEqual(withoutPlaces(first.tree))
    }),
    { seed: 20_260_115, numRuns: 1500 },
  )
})

test('a formula filled into another cell keeps its key, and only then', () => {
  fc.assert(
    fc.property(formula, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 100 }), (text, down, right) => {
      const first = parseFormula(text, { home: HOME })
      fc.pre(first.ok)
      const there = { ...HOME, row: HOME.row + down, col: HOME.col + right }
      const moved = printFormula(first.tree, there)
      const same = relativeKey(printFormula(first.tree, HOME), HOME) === relativeKey(moved, there)
      const again = parseFormula(moved, { home: there })
      expect(again.ok).toBe(true)
      // Past the edge of the sheet a reference wraps, which changes its offset.
      const wraps = !isDeepStrictEqual(withoutPlaces(again.ok && again.tree), withoutPlaces(first.tree))
      expect(same).toBe(!wraps)
    }),
    { seed: 20_260_116, numRuns: 1000 },
  )
})

test('any text at all is parsed or refused, never more', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('A1$:!\'"[]{}()#@,; +-*%^&<>=.TRE\\?_é')), maxLength: 30 }),
      (text) => {
        expect(typeof parseFormula(text, { home: HOME }).ok).toBe('boolean')
      },
    ),
    { seed: 20_260_117, numRuns: 5000 },
  )
})

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'start' && key !== 'end')
      .map(([key, entry]) => [key, withoutPlaces(entry)]),
  )
}
