import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'

/**
 * Formulas that decide at run time what they read, spill, iterate over arrays or draw random numbers. Constants in A
 * and B, a column of formulas in C, single formulas in E, dynamic arrays in G and H, a criteria range in J, inputs in
 * N.
 */
const ROWS = 6
const INPUTS = ['Model!N1', 'Model!N2', 'Model!N3']

const small = fc.integer({ min: -1, max: 7 })
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 6, arbitrary: small },
  { weight: 2, arbitrary: fc.constantFrom('A', 'B2', 'C3', 'x', '') },
  { weight: 1, arbitrary: fc.constantFrom(true, null) },
)

const number = fc.constantFrom('1', '2', '0', '$N$1', '$N$2', 'A1', '$N$1-1', 'MATCH($N$2,$B$1:$B$6,0)')
const text = fc.constantFrom(
  '"A"&$N$1',
  '"C"&$N$2',
  '$N$3',
  '"Other!A"&$N$1',
  'IF($N$1>2,"Other","Model")&"!B2"',
  '"A1:A"&$N$1',
  '"R"&$N$1&"C1"',
  '"Span"',
  '"A"&2',
)

const reference = fc.oneof(
  fc
    .tuple(fc.constantFrom('$A$1', 'A2', '$C$2', '$A$1:$A$2'), number, number)
    .map(([a, r, c]) => `OFFSET(${a},${r},${c})`),
  fc.tuple(number, number).map(([h, w]) => `OFFSET($A$1,0,0,${h},${w})`),
  text.map((t) => `INDIRECT(${t})`),
  text.map((t) => `INDIRECT(${t},${t.startsWith('"R"') ? 'FALSE' : 'TRUE'})`),
  fc.constantFrom('Span', 'Moved', 'A1:INDEX(A1:A6,$N$1)'),
)

const single = fc.oneof(
  reference,
  reference.map((r) => `SUM(${r})`),
  reference.map((r) => `IFERROR(${r},"none")&"."`),
  reference.map((r) => `COUNT(${r},C1:C6)`),
  fc.constantFrom(
    'SUBTOTAL(9,A1:C6)',
    'SUBTOTAL(102,C1:E3)',
    'AGGREGATE(14,6,C1:C6,$N$1)',
    'AGGREGATE(9,3,A1:E3)',
    'RAND()+RAND()*$N$1',
    'RANDBETWEEN($N$1,10)+A1',
    'SUM(RANDARRAY(2,2))',
    'DSUM(A1:B6,$N$1,J1:J2)',
    'DCOUNT(A1:B6,1,J1:J2)',
    'LET(x,$N$1,y,x*2,SUM(A1:A6)*y)',
    'SUM(MAP(A1:A6,LAMBDA(v,IF(ISNUMBER(v),v*$N$1,0))))',
    'REDUCE($N$1,A1:A6,LAMBDA(a,b,a&b))',
    'LAMBDA(a,[b],IF(ISOMITTED(b),a,a+b))($N$1)',
    'SUM(G1:G6)+H1',
    'TODAY()+$N$1',
    'IF($N$1>2,E2,1)',
    'IF($N$1>2,1,E1)',
  ),
)

const column = fc.oneof(
  fc.constantFrom('A#*$N$1', 'OFFSET(A#,0,1)', 'INDIRECT("A"&#)+$N$1', 'SUM(OFFSET($A$1,0,0,#,1))', 'IF(#>$N$1,C@,A#)'),
  fc.constantFrom('IF($N$1>3,C@,1)+A#', 'SUBTOTAL(9,A$1:A#)', 'INDIRECT("C"&#-1)+1', 'OFFSET(C#,-1,0)&$N$3'),
)

const dynamic = fc.constantFrom(
  'A1:A6*$N$1',
  'FILTER(A1:A6,A1:A6>$N$1)',
  'FILTER(A1:A6,A1:A6>$N$1,"none")',
  'SORT(UNIQUE(A1:A6))&$N$3',
  'SEQUENCE($N$1)',
  'IF(A1:A6=$N$2,B1:B6,"")',
  'SCAN($N$1,A1:A6,LAMBDA(a,b,a&b))',
  'TRANSPOSE(TRANSPOSE(C1:C6))',
)

interface Generated {
  readonly constants: readonly (readonly Scalar[])[]
  readonly column: string
  readonly singles: readonly string[]
  readonly arrays: readonly string[]
  readonly iterate: boolean
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

const generated: fc.Arbitrary<Generated> = fc.record({
  constants: fc.array(fc.array(scalar, { minLength: ROWS, maxLength: ROWS }), { minLength: 2, maxLength: 2 }),
  column,
  singles: fc.array(single, { minLength: 3, maxLength: 3 }),
  arrays: fc.array(dynamic, { minLength: 2, maxLength: 2 }),
  iterate: fc.boolean(),
  defaults: fc.array(scalar, { minLength: 3, maxLength: 3 }),
  inputs: fc.array(fc.array(scalar, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
})

function contentOf({ constants, column: formula, singles, arrays, iterate, defaults }: Generated) {
  const cells: Record<string, Scalar> = { J1: 'A', J2: '>1', C1: 1 }
  constants.forEach((values, i) => values.forEach((value, row) => (cells[`${'AB'[i]}${row + 1}`] = value)))
  for (let row = 2; row <= ROWS; row++) {
    cells[`C${row}`] = `=${formula.replaceAll('#', String(row)).replaceAll('@', String(row - 1))}`
  }
  singles.forEach((one, i) => (cells[`E${i + 1}`] = `=${one}`))
  arrays.forEach((one, i) => (cells[`${'GH'[i]}1:${'GH'[i]}6`] = `#=${one}`))
  defaults.forEach((value, i) => (cells[`N${i + 1}`] = value))
  const names = { Span: 'Model!$A$2:$A$4', Moved: 'OFFSET(Model!$B$1,Model!$N$1,0,2,1)' }
  const outputs = ['C2', 'C6', 'E1', 'E2', 'E3', 'G1', 'G3', 'G6', 'H2', 'H6'].map((cell) => `Model!${cell}`)
  const sheets = { Model: cells, Other: { A1: '=Model!N1*10', A2: 5, A3: '=Model!C3', B2: 'other' } }
  return { content: { sheets, names, calculation: { iterate } }, outputs }
}

const workbooks = { generated, contentOf, inputsOf: () => INPUTS }

describe('formulas that say at run time what they read', () => {
  it('give what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 815, numRuns: 500 })
  })

  it.each(eachOff)('give the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 99, numRuns: 40 }, optimisations)
  })
})
