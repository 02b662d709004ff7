import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { expectAgreement } from '../support/agreement.ts'
import { compiled } from '../support/compiled.ts'

/**
 * LAMBDAs in names and in formulas over cells with numbers, texts, booleans, errors and blanks. A1 to B4 are data, C1
 * and C2 inputs, E1 to E6 the formulas.
 */
const NAMES: Readonly<Record<string, string>> = {
  Twice: 'LAMBDA(x,x+x)',
  Down: 'LAMBDA(n,s,IF(n<=0,s,Down(n-1,s+n*Model!$C$1)))',
  Mixed: 'LAMBDA(a,[b],IF(ISOMITTED(b),a,IFERROR(a/b,-1)))',
  Kept: 'LET(k,Model!$C$2,LAMBDA(x,x&k))',
  Pick: 'LAMBDA(i,INDEX(Model!$A$1:$A$4,i)*2)',
  Sum: 'LAMBDA(a,b,a*Model!$C$2+b)',
  Four: 'LAMBDA(x,Twice(Twice(x)))',
  Walk: 'LAMBDA(t,IF(LEN(t)<2,t,Walk(MID(t,2,9))&LEFT(t,1)))',
}

const cell: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 6 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 1e200, -1e-300, 1e308) },
  { weight: 2, arbitrary: fc.constantFrom('a', '', '3', 'abc') },
  { weight: 2, arbitrary: fc.constantFrom(true, false, null, '=1/0', '=NA()') },
)

const value = fc.constantFrom('x', 'y', '1', '0', '-2', '"t"', '$C$1', '$C$2', 'A2', 'B3', 'TRUE')
const body = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    value,
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<', '>='), tie('node'), tie('node'))
      .map(([o, a, b]) => `(${a}${o}${b})`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `IF(${a},${b},${c})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `IFERROR(${a},${b})`),
    fc
      .tuple(fc.constantFrom('MAX', 'MIN', 'MOD', 'ROUND', 'SUM', 'Mixed', 'Down'), tie('node'), tie('node'))
      .map(([f, a, b]) => `${f}(${a},${b})`),
    fc
      .tuple(
        fc.constantFrom('LEN', 'ABS', 'SUM', 'Twice', 'Pick', 'Kept', 'Mixed', 'ROWS', 'ISBLANK', '-'),
        tie('node'),
      )
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `LET(y,${a},z,y,${b.replaceAll('x', 'z')})`),
  ),
})).node

const formula = fc
  .tuple(
    body,
    fc.constantFrom(
      'SUM(MAP(A1:A4,B1:B4,LAMBDA(x,y,#)))',
      'REDUCE($C$1,A1:A4,LAMBDA(x,y,#))',
      'INDEX(SCAN(,A1:B2,LAMBDA(x,y,#)),2,2)',
      'TEXTJOIN("|",FALSE,BYROW(A1:B4,LAMBDA(x,LET(y,SUM(x),#))))',
      'INDEX(MAKEARRAY(3,2,LAMBDA(x,y,#)),3,1)',
      'LAMBDA(x,y,#)(A1,B1:B2)',
      'LAMBDA(x,y,#)(C1,A3)',
      'SUM(MAP(A1:A4,Twice))',
      'Walk(A1&B2)',
    ),
  )
  .map(([inner, outer]) => `=${outer.replace('#', inner)}`)

const example = fc.record({
  cells: fc.array(cell, { minLength: 8, maxLength: 8 }),
  defaults: fc.tuple(cell.filter(isPlain), cell.filter(isPlain)),
  inputs: fc.array(fc.tuple(cell.filter(isPlain), cell.filter(isPlain)), { minLength: 1, maxLength: 2 }),
  formulas: fc.array(formula, { minLength: 6, maxLength: 6 }),
})

function isPlain(input: Scalar): boolean {
  return typeof input !== 'string' || !input.startsWith('=')
}

const places = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4']
const outputs = [1, 2, 3, 4, 5, 6].map((row) => `Model!E${row}`)

/** A and B hold numbers, now and then something else; D is computed from them, E to G hold a formula filled down. */
const LINES = [1, 2, 3, 4, 5]
const number: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: -3, max: 6 }) },
  { weight: 10, arbitrary: fc.constantFrom(0.1, 1e150, -1e-150) },
  { weight: 1, arbitrary: fc.constantFrom('a', true, null, '=NA()') },
)
const given = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.constantFrom(0.1, 1e150, null, 'a'))

const amount = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('x', 'y', 'x', 'y', '2', '-0.5', '$C$1', '$A1', 'w'),
    fc.tuple(fc.constantFrom('+', '-', '*', '/', '^'), tie('node'), tie('node')).map(([o, a, b]) => `(${a}${o}${b})`),
    fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `IF(${a}>${b},${a},${c})`),
    fc.tuple(fc.constantFrom('MAX', 'MIN', 'Sum'), tie('node'), tie('node')).map(([f, a, b]) => `${f}(${a},${b})`),
    fc.tuple(fc.constantFrom('ABS', 'Twice', 'Four', 'Pick'), tie('node')).map(([f, a]) => `${f}(${a})`),
    tie('node').map((a) => `LET(y,${a},y*x)`),
    tie('node').map((a) => `IFERROR(${a},y)`),
    tie('node').map((a) => `SUM(MAP($D$1:$D$3,LAMBDA(y,${a})))`),
  ),
})).node

const filled = fc
  .tuple(
    amount,
    fc.constantFrom(
      'SUM(MAP($A$1:$A$5,$D$1:$D$5,LAMBDA(x,y,#)))',
      'SUM(MAP(A1:D2,LAMBDA(x,LET(y,x,#))))',
      'MAX(MAP($D$1:$D$5,LAMBDA(x,LET(y,x+1,#))))',
      'REDUCE($B1,$D$1:$D$5,LAMBDA(x,y,#))',
      'REDUCE(w,A1:A3,LAMBDA(x,y,#))',
      'MIN(SCAN(1,D1:D2,LAMBDA(x,y,#)))',
      'SUM(BYROW($A$1:$B$5,LAMBDA(r,LET(x,SUM(r),y,INDEX(r,2),#))))',
      'MAX(BYCOL($A$1:$D$5,LAMBDA(r,LET(x,MAX(r),y,MIN(r),#))))',
      'SUM(BYROW(D1:D3,LAMBDA(x,LET(y,2,#))))',
      'SUM(MAKEARRAY(3,2,LAMBDA(x,y,#)))',
      'LAMBDA(x,y,#)($A1,$D1)',
      'Sum(Twice($A1),Four($D1))',
      'SUM(MAP($A$1:$A$5,Twice))',
    ),
  )
  .map(([inner, outer]) => `=LET(w,$B1*2,${outer.replace('#', inner)})`)

const columns = fc.record({
  cells: fc.array(number, { minLength: 14, maxLength: 14 }),
  defaults: fc.constant([2, 0.5]),
  inputs: fc.array(fc.tuple(given, given), { minLength: 1, maxLength: 2 }),
  formulas: fc.tuple(filled, filled, filled),
})

function columnCells(cells: readonly Scalar[], formulas: readonly string[]): Record<string, Scalar> {
  const content: Record<string, Scalar> = {}
  for (let line = 1; line <= 7; line++) {
    content[`A${line}`] = cells[line - 1] ?? null
    content[`B${line}`] = cells[line + 6] ?? null
    content[`D${line}`] = `=A${line}*$C$1-B${line}`
    if (!LINES.includes(line)) continue
    formulas.forEach((text, i) => {
      const moved = text.replaceAll(
        /(?<![$A-Za-z0-9])(\$?[ABD])(\d)/g,
        (_, col, row) => `${col}${Number(row) + line - 1}`,
      )
      content[`${['E', 'F', 'G'][i]}${line}`] = moved
    })
  }
  return content
}

describe('programs with LAMBDAs', () => {
  it('give what the reference evaluator gives', () => {
    expectAgreement(
      {
        generated: example,
        contentOf: ({ cells, defaults, formulas }) => ({
          content: {
            sheets: {
              Model: {
                ...Object.fromEntries(places.map((place, i) => [place, cells[i] ?? null])),
                C1: defaults[0],
                C2: defaults[1],
                ...Object.fromEntries(formulas.map((text, i) => [`E${i + 1}`, text])),
              },
            },
            names: NAMES,
          },
          outputs,
        }),
        inputsOf: () => ['Model!C1', 'Model!C2'],
      },
      { seed: 20261116, numRuns: 150 },
    )
  })

  it('give what it gives in columns of numbers', () => {
    expectAgreement(
      {
        generated: columns,
        contentOf: ({ cells, formulas }) => ({
          content: { sheets: { Model: { C1: 2, C2: 0.5, ...columnCells(cells, formulas) } }, names: NAMES },
          outputs: LINES.flatMap((line) => ['E', 'F', 'G'].map((col) => `Model!${col}${line}`)),
        }),
        inputsOf: () => ['Model!C1', 'Model!C2'],
      },
      { seed: 20261117, numRuns: 150 },
    )
  })

  it('nest as deeply as the evaluator, and end where it does', () => {
    const content = {
      sheets: { Model: { C1: 1, A1: 5, E1: '=Down(C1,0)', E2: '=IFERROR(Through(C1),-1)', E3: '=Twin(C1)' } },
      names: {
        ...NAMES,
        Through: 'LAMBDA(n,IF(n<=0,0,SUM(MAP(n-1,Through))+1))',
        Twin: 'LAMBDA(n,IF(n<=1,1,Twin(n-1)+Twin(n-2)))',
      },
    }
    const workbook = compiled(content, ['Model!C1'], ['Model!E1', 'Model!E2'])
    for (const [depth, down, through] of [
      [20, 4200, 20],
      [500, 500 * 250.5 * 500, 500],
      [600, '#NUM!', -1],
    ] as const) {
      const inputs = { 'Model!C1': depth }
      const expected = { 'Model!E1': down, 'Model!E2': through }
      expect(workbook.evaluate(inputs)).toEqual(expected)
      expect(workbook.run(inputs)).toEqual(expected)
    }
    const endless = compiled(content, ['Model!C1'], ['Model!E3'], { options: { steps: 100_000 } })
    expect(() => endless.run({ 'Model!C1': 400 })).toThrow(/steps/i)
  })
})
