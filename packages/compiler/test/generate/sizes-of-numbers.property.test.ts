import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectAgreement } from '../support/agreement.ts'

/**
 * Numbers of very different sizes. Excel takes an intermediate result below 2.2e-308 as 0, even if the next step would
 * make it larger, and gives an error above 1.8e308. Programs examine only results that could be either.
 */
const ROWS = 6
const INPUTS = ['P!N1', 'P!N2']
const COLUMNS = ['E', 'F', 'G'] as const
const EXPONENTS = [
  -306, -300, -290, -210, -200, -150, -101, -100, -99, -50, -17, -5, 0, 2, 17, 50, 99, 100, 101, 150, 200, 290, 307,
]

const size = fc
  .tuple(fc.constantFrom(1, -1, 1.7, 3), fc.constantFrom(...EXPONENTS))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`))

/** `#` is the row of the cell, `@` the row above. Columns of formulas refer to those before them, and to the row above. */
function formulaOf(column: number): fc.Arbitrary<string> {
  const before = COLUMNS.slice(0, column).map((name) => `${name}#`)
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('A#', 'B#', 'C#', '$N$1', '$N$2', 'B@', ...before, ...before),
      fc.constantFrom(...COLUMNS.slice(0, column + 1).map((name) => `${name}@`)),
      fc.constantFrom('A#', 'B#', '1', '0.5', '12', '1E+200', '1E-200', '0'),
      fc.tuple(tie('value'), fc.constantFrom('*', '*', '/', '+', '-'), tie('value')).map((p) => `(${p.join('')})`),
      tie('value').map((a) => `-${a}`),
      tie('value').map((a) => `ROUNDUP(${a},2)`),
      fc.tuple(tie('value'), fc.constantFrom('2', '0.5', '-3', 'C#')).map(([a, b]) => `${a}^${b}`),
      tie('value').map((a) => `${a}%`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `IFERROR(${a},${b})`),
      fc.tuple(tie('value'), tie('value'), tie('value')).map(([a, b, c]) => `IF(${a}>${b},${c},${a})`),
      fc.tuple(fc.constantFrom('MAX', 'MIN', 'SUM'), tie('value'), tie('value')).map(([f, a, b]) => `${f}(${a},${b})`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `LET(x,${a},x*${b})`),
      fc
        .tuple(fc.constantFrom('A', 'B'), tie('value'))
        .map(([name, a]) => `SUMPRODUCT(${name}$1:${name}$6*C$1:C$6*${a})`),
      fc.constantFrom('SUMPRODUCT(A$1:A$6,B$1:B$6,C$1:C$6)', 'PRODUCT(A#:C#)', 'SUMPRODUCT(A$1:A$6*B$1:B$6,C$1:C$6)'),
      fc.tuple(fc.constantFrom('ABS', 'SQRT', 'EXP', 'INT'), tie('value')).map(([f, a]) => `${f}(${a})`),
    ),
  })).value
}

const numbers = fc.array(size, { minLength: ROWS, maxLength: ROWS })

const generated = fc.record({
  columns: fc.tuple(numbers, numbers, numbers),
  formulas: fc.tuple(formulaOf(0), formulaOf(1), formulaOf(2)),
  factor: fc.constantFrom('*A#*$N$1', '/$N$1', '+C#', ''),
  defaults: fc.tuple(size, size),
  inputs: fc.array(fc.tuple(size, size), { minLength: 1, maxLength: 2 }),
})

describe('numbers that are nearly 0 or infinite', () => {
  it.each([11, 12, 13])('are 0 or errors in programs where they are in the evaluator (seed %i)', (seed) => {
    expectAgreement(
      {
        generated,
        inputsOf: () => INPUTS,
        contentOf({ columns, formulas, factor, defaults }) {
          const cells: Record<string, number | string> = { N1: defaults[0], N2: defaults[1] }
          const outputs: string[] = []
          for (let row = 1; row <= ROWS; row++) {
            for (const [at, values] of columns.entries()) cells[`${'ABC'[at]}${row}`] = values[row - 1] ?? 0
            for (const [at, formula] of formulas.entries()) {
              const address = `${COLUMNS[at]}${row}`
              const text = row === 1 ? 'B#*$N$2' : `${formula}${factor}`
              cells[address] = `=${text.replaceAll('#', String(row)).replaceAll('@', String(row - 1))}`
              outputs.push(`P!${address}`)
            }
          }
          return { content: { sheets: { P: cells } }, outputs }
        },
      },
      { seed, numRuns: 150 },
    )
  })
})
