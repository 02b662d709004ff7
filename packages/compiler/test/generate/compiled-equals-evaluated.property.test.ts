import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'
import { compiled } from '../support/compiled.ts'

/** Rows of a generated sheet: constants in A to D, formulas filled down in E to K, single formulas in M, inputs in N. */
const ROWS = 8
const INPUTS = ['Model!N1', 'Model!N2', 'Model!N3', 'Model!N4']

const number = fc
  .oneof(
    fc.integer({ min: -20, max: 120 }),
    fc.double({ min: -1000, max: 1000, noNaN: true }).map((x) => Math.round(x * 1e4) / 1e4),
    fc.constantFrom(0, 1, 0.1, 1e-7, 1e15, -0.5),
  )
  // A cell never holds a negative zero.
  .map((x) => (x === 0 ? 0 : x))
const text = fc.constantFrom('A', 'a', 'North', 'south', '', '12', 'x*', '>5', 'TRUE')
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 8, arbitrary: number },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** A formula for a cell of a filled column: `#` is its row, `@` the row above. */
function columnFormula(column: string): fc.Arbitrary<string> {
  const columns = 'A B C D E F G H I J K'.split(' ')
  const earlier = columns.slice(0, columns.indexOf(column))
  const cell = fc.oneof(
    fc.constantFrom(...earlier).map((name) => `${name}#`),
    fc.constantFrom(...earlier).map((name) => `$${name}#`),
    fc.constantFrom('$N$1', '$N$2', '$N$3', '$N$4', '$A$2', '$B$3'),
    fc.constant(`${column}@`),
    fc.constantFrom(...earlier).map((name) => `${name}@`),
  )
  const leaf = fc.oneof(
    cell,
    cell,
    fc.constantFrom('$A$1:$A$8', '$B$1:$B$8', '1', '0', '2.5', '"A"', '"north"', 'TRUE', '-3'),
  )
  const range = fc.constantFrom(
    ...earlier.flatMap((name) => [`${name}$1:${name}#`, `$${name}$1:$${name}$${ROWS}`, `${name}@:${name}#`]),
  )
  const keyed = fc.constantFrom('$A$1:$D$8', '$A$1:$B$8')
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '^', '&'), tie('value'))
        .map((parts) => `(${parts.join('')})`),
      fc
        .tuple(tie('value'), fc.constantFrom('=', '<>', '<', '<=', '>', '>='), tie('value'))
        .map((parts) => `(${parts.join('')})`),
      fc.tuple(tie('value'), tie('value'), tie('value')).map(([a, b, c]) => `IF(${a},${b},${c})`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `IFERROR(${a},${b})`),
      fc
        .tuple(fc.constantFrom('MAX', 'MIN', 'SUM', 'AND', 'OR', 'AVERAGE'), tie('value'), tie('value'))
        .map(([f, a, b]) => `${f}(${a},${b})`),
      fc.tuple(fc.constantFrom('SUM', 'MAX', 'MIN', 'AVERAGE', 'COUNT'), range).map(([f, a]) => `${f}(${a})`),
      fc
        .tuple(fc.constantFrom('ABS', 'INT', 'SQRT', 'LEN', 'NOT', 'ISERROR'), tie('value'))
        .map(([f, a]) => `${f}(${a})`),
      fc.tuple(tie('value'), fc.integer({ min: 0, max: 4 })).map(([a, n]) => `ROUND(${a},${n})`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => `MOD(${a},${b})`),
      fc
        .tuple(tie('value'), keyed, fc.constantFrom('1', '2', '$N$1'), fc.constantFrom('FALSE', 'TRUE'))
        .map(([v, t, c, r]) => `VLOOKUP(${v},${t},${c},${r})`),
      fc.tuple(fc.constantFrom('$A$1:$A$8', '$C$1:$C$8'), tie('value')).map(([a, i]) => `INDEX(${a},${i})`),
      fc.tuple(tie('value'), fc.constantFrom('0', '1')).map(([v, t]) => `MATCH(${v},$B$1:$B$8,${t})`),
      fc.tuple(range, tie('value'), range).map(([a, c, v]) => `SUMIF(${a},${c},${v})`),
      fc
        .tuple(
          fc.constantFrom('$A$1:$A$8', '$D$1:$D$8'),
          tie('value'),
          fc.constantFrom('$B$1:$B$8', '$C$1:$C$8'),
          tie('value'),
        )
        .map(([a, x, b, y]) => `COUNTIFS(${a},${x},${b},${y})`),
      fc.tuple(tie('value'), tie('value'), tie('value')).map(([i, a, b]) => `CHOOSE(${i},${a},${b})`),
      fc
        .tuple(fc.constantFrom('$A$1:$A$8', '$B$1:$B$8'), fc.constantFrom('$C$1:$C$8', '($D$1:$D$8>$N$1)*1'))
        .map(([a, b]) => `SUMPRODUCT(${a},${b})`),
    ),
  })).value
}

interface Generated {
  readonly constants: readonly (readonly Scalar[])[]
  readonly columns: readonly string[]
  readonly singles: readonly string[]
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

const generated: fc.Arbitrary<Generated> = fc.record({
  constants: fc.array(fc.array(scalar, { minLength: ROWS, maxLength: ROWS }), { minLength: 4, maxLength: 4 }),
  columns: fc.tuple(columnFormula('E'), columnFormula('F'), columnFormula('G'), columnFormula('H')),
  singles: fc.array(columnFormula('K'), { minLength: 2, maxLength: 2 }),
  defaults: fc.array(scalar, { minLength: 4, maxLength: 4 }),
  inputs: fc.array(fc.array(scalar, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 3 }),
})

function contentOf({ constants, columns, singles, defaults }: Generated) {
  const cells: Record<string, Scalar> = {}
  constants.forEach((column, i) => column.forEach((value, row) => (cells[`${'ABCD'[i]}${row + 1}`] = value)))
  const outputs: string[] = []
  columns.forEach((formula, i) => {
    const name = 'EFGH'[i] as string
    for (let row = 1; row <= ROWS; row++) {
      // The first row has no row above, so it starts with a number.
      cells[`${name}${row}`] =
        row === 1 ? i + 1 : `=${formula.replaceAll('#', String(row)).replaceAll('@', String(row - 1))}`
      outputs.push(`Model!${name}${row}`)
    }
  })
  singles.forEach((formula, i) => {
    cells[`M${i + 1}`] =
      `=${formula.replaceAll('I#', 'E3').replaceAll('J#', 'F4').replaceAll('K@', 'G2').replaceAll('#', '5').replaceAll('@', '4')}`
    outputs.push(`Model!M${i + 1}`)
  })
  defaults.forEach((value, i) => (cells[`N${i + 1}`] = value))
  return { content: { sheets: { Model: cells } }, outputs }
}

const workbooks = { generated, contentOf, inputsOf: () => INPUTS }

describe('a compiled program', () => {
  it('gives what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 4242, numRuns: 1200 })
  })

  it.each(eachOff)('gives the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 77, numRuns: 120 }, optimisations)
  })
})

describe('a power whose base is an error', () => {
  it('is an error in each line, also where the exponent is that of the line before', () => {
    const cells: Record<string, Scalar> = { N1: 2, C1: 2, C2: 'text' }
    const outputs: string[] = []
    for (let row = 1; row <= 6; row++) {
      cells[`B${row}`] = row < 3 ? row : 3
      cells[`E${row}`] = `=VLOOKUP($N$1,$C$1:$C$2,1,FALSE)^B${row}`
      outputs.push(`Model!E${row}`)
    }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
    const expected = (values: readonly Scalar[]) => Object.fromEntries(outputs.map((name, i) => [name, values[i]]))
    expect(workbook.run({ 'Model!N1': 2 })).toEqual(expected([2, 4, 8, 8, 8, 8]))
    expect(workbook.run({ 'Model!N1': 3 })).toEqual(expected(Array.from({ length: 6 }, () => '#N/A')))
  })
})

describe('COUNTIF and SUMIF over the lines of a loop', () => {
  it('skip texts and truths', () => {
    const cells: Record<string, Scalar> = { N1: 1, C1: 10, C2: true, C3: 'text', C4: 20 }
    for (let row = 1; row <= 4; row++) cells[`E${row}`] = `=IF(${row}=3,"text",${row}*$N$1)`
    for (let row = 1; row <= 4; row++) cells[`F${row}`] = `=${row}+$N$1`
    const formulas = ['COUNTIF(E1:E4,">1")', 'SUMIF(E1:E4,">1")', 'SUMIF(F1:F4,">2",C1:C4)', 'SUMIF(C1:C4,">5",F1:F4)']
    formulas.forEach((formula, i) => (cells[`L${i + 1}`] = `=${formula}`))
    const outputs = formulas.map((_, i) => `Model!L${i + 1}`)
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
    expect(Object.values(workbook.run({ 'Model!N1': 1 }))).toEqual([2, 6, 20, 7])
    expect(workbook.run({ 'Model!N1': 2 })).toEqual(workbook.evaluate({ 'Model!N1': 2 }))
  })
})

describe('errors in constants', () => {
  it('reach the results of a program as they reach the evaluator’s', () => {
    const cells = {
      A1: 1,
      A2: errors.na,
      A3: 3,
      B1: '=A1*N1',
      B2: '=A2*N1',
      B3: '=A3*N1',
      C1: '=SUM(B1:B3)',
      C2: '=IFERROR(B2,5)+N1',
      N1: 2,
    }
    const workbook = compiled(
      { sheets: { Model: cells } },
      ['Model!N1'],
      ['Model!B1', 'Model!B2', 'Model!B3', 'Model!C1', 'Model!C2'],
    )
    expect(workbook.run({ 'Model!N1': 4 })).toEqual({
      'Model!B1': 4,
      'Model!B2': '#N/A',
      'Model!B3': 12,
      'Model!C1': '#N/A',
      'Model!C2': 9,
    })
  })
})
