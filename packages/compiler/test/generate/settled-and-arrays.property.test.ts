import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'

/**
 * Indirect references, some decided by constants and some by inputs, and array formulas. Sheet Model holds keys in A
 * (names of years, texts of references), numbers in B and C, a filled column in E, single formulas in G, array formulas
 * in J to M and inputs in N. The sheets of the years hold a matrix with keys of rows and columns, partly computed from
 * Model.
 */
const ROWS = 5
const INPUTS = ['Model!N1', 'Model!N2', 'Model!N3']
const YEARS = ['Y1', 'Y2']

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 6 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 0.3, -0.2, 1e15, 1.5) },
  { weight: 2, arbitrary: fc.constantFrom('Y1', 'Y2', 'b', 'A', '') },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null) },
)
const key = fc.constantFrom<Scalar>(
  'Y1',
  'Y2',
  'none',
  'Model!B1',
  '=A1',
  '="Y"&1+1',
  null,
  '=IF($N$1>2,"Y1","Y2")',
  '=IF($N$2=1,"Y2","Y1")',
  '=IF(E2>1,"Y1","Y2")',
)

/** The name of a year: constant, or dependent on an input. */
const year = fc.constantFrom('$A#', '$A$1', '$A$2', '"Y1"', '"Y"&2', 'IF($N$2>1,"Y1","Y2")', '$N$3')
const rowKey = fc.constantFrom('"a"', '"b"', '"c"', '$A$3', '"none"', '$N$3', 'LOWER("B")')
const colKey = fc.constantFrom('"x"', '"y"', '"z"', '"X"', '1')

const settled = fc.oneof(
  fc.tuple(year, rowKey, colKey).map(([y, r, c]) => {
    const within = (name: string) => `INDIRECT(${y}&"!${name}")`
    return `INDEX(${within('Matrix')},MATCH(${r},${within('Rows')},0),MATCH(${c},${within('Cols')},0))`
  }),
  fc
    .tuple(fc.constantFrom('SUMIFS', 'MAXIFS', 'MINIFS', 'AVERAGEIFS'), year, rowKey)
    .map(([f, y, r]) => `${f}(INDIRECT(${y}&"!B2:B4"),INDIRECT(${y}&"!A2:A4"),${r})`),
  fc
    .tuple(year, rowKey, fc.constantFrom('">0"', '"<>"', '1', '$B$1'))
    .map(([y, r, c]) => `SUMIFS(INDIRECT(${y}&"!C2:C4"),INDIRECT(${y}&"!A2:A4"),${r},INDIRECT(${y}&"!D2:D4"),${c})`),
  fc.tuple(year, fc.constantFrom('B2', 'C3', 'D4', 'B2:D2', 'A9')).map(([y, a]) => `SUM(INDIRECT(${y}&"!${a}"))`),
  fc
    .tuple(fc.constantFrom('1', '2', '$B$1', '$N$1'), fc.constantFrom('0', '1'))
    .map(([r, c]) => `OFFSET($B$1,${r},${c})`),
  fc.constantFrom('INDIRECT($A#)', 'INDIRECT("B"&#)', 'INDIRECT("R[-1]C[-3]",FALSE)', 'SUM(B$1:INDEX(B$1:B$5,#))'),
  fc.constantFrom('INDEX($B$1:$C$5,#,2)', 'INDEX($B$1:$B$5,MATCH(3,$C$1:$C$5,0))', 'SUM(INDEX($B$1:$C$5*2,0))'),
)

const formula = fc.oneof(
  settled,
  settled.map((one) => `IFERROR(${one},0)`),
  settled.map((one) => `IFERROR(-${one},"none")`),
  fc.tuple(settled, settled).map(([a, b]) => `${a}-${b}`),
  fc.tuple(settled, settled).map(([a, b]) => `IF($N$1>1,${a},${b})`),
)

/** Parts of array formulas: ranges of several shapes, element by element. */
const part = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      '$B$1:$B$3',
      'B1:B3',
      '$B$1:$C$3',
      'C2:C5',
      '$B$1:$C$1',
      '$B$2',
      '$N$1',
      '2',
      '0.1',
      'Span',
      'E2:E4',
    ),
    fc.tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '&'), tie('value')).map((one) => `(${one.join('')})`),
    fc.tuple(tie('value'), fc.constantFrom('=', '>', '<='), tie('value')).map((one) => `(${one.join('')})`),
    fc.tuple(tie('value'), tie('value'), tie('value')).map(([a, b, c]) => `IF(${a},${b},${c})`),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => `IFERROR(${a},${b})`),
    fc.tuple(fc.constantFrom('$N$2', '1'), tie('value'), tie('value')).map(([i, a, b]) => `CHOOSE(${i},${a},${b})`),
    tie('value').map((a) => `ROUND(${a},1)`),
    tie('value').map((a) => `SUM(${a})`),
    tie('value').map((a) => `SUMIFS($B$1:$B$5,$C$1:$C$5,${a})`),
    tie('value').map((a) => `-${a}`),
  ),
})).value

const array = fc.oneof(
  part,
  fc.tuple(part, fc.constantFrom('+', '-', '*', '/'), part).map((one) => one.join('')),
  fc.tuple(part, part).map(([a, b]) => `SUM(${a}*${b})`),
  fc.tuple(part, part).map(([a, b]) => `SUM(${a}*${b})-$B$1`),
  fc.constantFrom(
    'SUM($B$1:$B$5*($C$1:$C$5>$N$1)*TRANSPOSE($B$1:$B$5))',
    'SUM($B$1:$C$5/$N$1*($B$1:$C$1=$B$2)*($B$1:$B$5))',
    'SUM(($A$1:$A$5="Y1")*$B$1:$C$5*E1:E5*TRANSPOSE({1;2}))',
    'SUM(($A$1:$A$5="Y1")*$B$1:$C$5*$E$1:$E$5*$B$1:$B$5*$N$1)',
    'SUM(($B$1:$C$5+$E$1:$E$5)*($A$1:$A$5<>"")/2)',
    'L1:L3*2',
    'J1:J3+K1:K3',
  ),
)

interface Generated {
  readonly keys: readonly Scalar[]
  readonly numbers: readonly (readonly Scalar[])[]
  readonly column: string
  readonly singles: readonly string[]
  readonly years: readonly string[]
  readonly arrays: readonly string[]
  readonly iterate: boolean
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

const list = <T>(one: fc.Arbitrary<T>, length: number) => fc.array(one, { minLength: length, maxLength: length })

const generated: fc.Arbitrary<Generated> = fc.record({
  keys: list(key, ROWS),
  numbers: list(list(scalar, ROWS), 2),
  column: formula,
  singles: list(formula, 3),
  years: list(
    fc.oneof(formula, fc.constantFrom('Model!B2*Model!$N$1', 'Model!E3', 'Model!G1', 'Model!J2', 'SUM(B2:B3)')),
    4,
  ),
  arrays: list(array, 4),
  iterate: fc.boolean(),
  defaults: list(scalar, 3),
  inputs: list(list(scalar, 3), 3),
})

function contentOf(example: Generated) {
  const model: Record<string, Scalar> = { E1: 1 }
  example.keys.forEach((value, i) => (model[`A${i + 1}`] = value))
  example.numbers.forEach((values, i) => values.forEach((value, row) => (model[`${'BC'[i]}${row + 1}`] = value)))
  for (let row = 2; row <= ROWS; row++) model[`E${row}`] = `=${example.column.replaceAll('#', String(row))}`
  example.singles.forEach((one, i) => (model[`G${i + 1}`] = `=${one.replaceAll('#', String(i + 1))}`))
  const places = ['J1:J3', 'K1:K3', 'L1:M3', 'L5']
  example.arrays.forEach((one, i) => (model[places[i] as string] = `{=${one}}`))
  example.defaults.forEach((value, i) => (model[`N${i + 1}`] = value))
  const inYear = (text: string) => `=${text.replaceAll('#', '2').replace(/(?<![!A-Z$"])\$([ABCN])/g, 'Model!$$$1')}`
  const matrix = (first: number): Record<string, Scalar> => ({
    A2: 'a',
    A3: 'b',
    A4: 'c',
    B1: 'x',
    C1: 'y',
    D1: 'z',
    B2: 1,
    B3: 2.5,
    C2: '=Model!N1*2',
    C4: '=B3+Model!E2',
    B4: inYear(example.years[first] as string),
    D3: inYear(example.years[first + 1] as string),
  })
  const names = Object.fromEntries(
    YEARS.flatMap((name) => [
      [`${name}!Matrix`, `${name}!$B$2:$D$4`],
      [`${name}!Rows`, `${name}!$A$2:$A$4`],
      [`${name}!Cols`, `${name}!$B$1:$D$1`],
    ]),
  )
  const sheets = { Model: model, Y1: matrix(0), Y2: matrix(2) }
  const outputs = ['E2', 'E3', 'E5', 'G1', 'G2', 'G3', 'J1', 'J3', 'K2', 'L1', 'M3', 'L5'].map(
    (cell) => `Model!${cell}`,
  )
  outputs.push('Y1!B4', 'Y1!D3', 'Y2!B4')
  const calculation = { iterate: example.iterate }
  return { content: { sheets, names: { ...names, Span: 'Model!$C$1:$C$3' }, calculation }, outputs }
}

const workbooks = { generated, contentOf, inputsOf: () => INPUTS }

describe('references that go a long way round, and array formulas', () => {
  it('give what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 2050, numRuns: 250 })
  })

  it.each(eachOff)('give the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 4, numRuns: 40 }, optimisations)
  })
})
