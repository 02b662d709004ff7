import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StepsExceeded } from '@sheetwright/runtime/program/steps.ts'
import { errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'
import { compiled } from '../support/compiled.ts'

/**
 * Constants in A and B, columns computed from them in C to I, single formulas over those in K, inputs in N, a table on
 * a separate sheet.
 */
const ROWS = 9
const INPUTS = ['Model!N1', 'Model!N2', 'Model!N3']

const number = fc.oneof(fc.integer({ min: -6, max: 12 }), fc.constantFrom(0.1, 0.3, -0.25, 100.5, -1000, 1e15, 3e-9))
/** Texts that are equal ignoring case, or nearly: ß is ss, the Kelvin sign is a k, İ is longer than i. */
const text = fc.constantFrom(
  'loss',
  'LOSS',
  'loß',
  'LOẞ',
  'lost',
  'los',
  'High',
  'high',
  'k',
  '\u212A',
  'İ',
  'i',
  '',
  '5',
)
const flow: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 12, arbitrary: number },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom<Scalar>(null, true, errors.na) },
)
const mark = fc.constantFrom<Scalar>('x', 'X', 'y', 2, null)
const criterion = fc.oneof(
  text,
  text.map((one) => `<>${one}`),
  text.map((one) => `>=${one}`),
  fc.constantFrom('lo*', 'l?s?', '>0', '>=0.3', '<5', '<=-0.25', '=5', '<>', '=', '#N/A', 'TRUE'),
)

interface Generated {
  readonly flows: readonly Scalar[]
  readonly marks: readonly Scalar[]
  readonly keys: readonly number[]
  readonly texts: readonly string[]
  readonly criteria: readonly string[]
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

const given = fc.tuple(
  fc.oneof({ weight: 6, arbitrary: number }, { weight: 1, arbitrary: text }),
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0.02, 0.1, -0.5, -1, -2, 0) }, { weight: 1, arbitrary: flow }),
  fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: flow }),
)

const generated: fc.Arbitrary<Generated> = fc.record({
  flows: fc.array(flow, { minLength: ROWS, maxLength: ROWS }),
  marks: fc.array(mark, { minLength: ROWS, maxLength: ROWS }),
  // Tables on both sides of every power of two, and larger than those with an unrolled search.
  keys: fc
    .oneof(fc.integer({ min: 1, max: 17 }), fc.constantFrom(31, 32, 33, 127, 128, 150, 256))
    .chain((length) => fc.array(fc.integer({ min: -8, max: 140 }), { minLength: length, maxLength: length }))
    .map((keys) => keys.sort((a, b) => a - b)),
  texts: fc.array(text, { minLength: 3, maxLength: 3 }),
  criteria: fc.array(criterion, { minLength: 4, maxLength: 4 }),
  defaults: given,
  inputs: fc.array(given, { minLength: 2, maxLength: 3 }),
})

function contentOf({ flows, marks, keys, texts, criteria, defaults }: Generated) {
  const model: Record<string, Scalar> = {}
  const [first = '', second = '', third = ''] = texts.map((one) => `"${one}"`)
  flows.forEach((value, i) => {
    const row = i + 1
    Object.assign(model, {
      [`A${row}`]: value,
      [`B${row}`]: marks[i],
      [`C${row}`]: `=A${row}*$N$1`,
      [`D${row}`]: `=IF(C${row}<0,"loss",IF(C${row}>5,$N$3,${first}))`,
      [`E${row}`]: `=IF(D${row}="Loss",1,IF(D${row}=${second},2,IF(D${row}<>${third},3,4)))`,
      [`F${row}`]: `=VLOOKUP(C${row},Table!$A$1:$B$${keys.length},2,TRUE)`,
      [`G${row}`]: `=IFERROR(C${row}/(E${row}-2)+F${row},-1)`,
      [`H${row}`]: `=$N$1^A${row}`,
      [`I${row}`]: `=IRR(C$1:C$${ROWS},$N$2*${row})`,
    })
  })
  const [of, among] = [`C1:C${ROWS}`, `B1:B${ROWS}`]
  const singles = [
    `IRR(${of})`,
    `IRR(${of},N2)`,
    `IFERROR(IRR(${of},N2),-7)`,
    `SUMIFS(${of},${among},"x")`,
    `IFERROR(SUMIFS(${of},${among},2),-7)`,
    ...criteria.flatMap((one) => [
      `COUNTIF(D1:D${ROWS},"${one}")`,
      `COUNTIF(${of},"${one}")`,
      `COUNTIFS(${among},"x",${of},"${one}")`,
      `COUNTIFS(${among},"x",D1:D${ROWS},"${one}")`,
      `SUMIF(${of},"${one}",F1:F${ROWS})`,
    ]),
  ]
  singles.forEach((formula, i) => (model[`K${i + 1}`] = `=${formula}`))
  defaults.forEach((value, i) => (model[`N${i + 1}`] = value))
  const table = Object.fromEntries(keys.flatMap((key, i) => [[`A${i + 1}`, key] as const, [`B${i + 1}`, i] as const]))
  const columns = 'CDEFGHI'.split('').flatMap((name) => flows.map((_, i) => `Model!${name}${i + 1}`))
  return {
    content: { sheets: { Model: model, Table: table } },
    outputs: [...columns, ...singles.map((_, i) => `Model!K${i + 1}`)],
  }
}

const workbooks = { generated, contentOf, inputsOf: () => INPUTS }

describe('columns of numbers and texts, with what stands among them now and then', () => {
  it('give what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 2031, numRuns: 250 })
  })

  it.each(eachOff)('give the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 19, numRuns: 20 }, optimisations)
  })
})

describe('searches among ascending numbers', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200])(
    'find the last that is not above, among %i',
    (length) => {
      const cells: Record<string, Scalar> = { N1: 1 }
      // Each key twice except for the first, so that the last of equal keys can be distinguished.
      for (let i = 0; i < length; i++) cells[`A${i + 1}`] = Math.ceil(i / 2) * 10
      const rows = Array.from({ length: length + 4 }, (_, i) => i + 1)
      for (const row of rows) {
        cells[`C${row}`] = (row - 2) * 5
        cells[`D${row}`] = `=MATCH(C${row}*$N$1,$A$1:$A$${length},1)`
      }
      const outputs = rows.map((row) => `Model!D${row}`)
      const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
      for (const factor of [1, 0.9, 1.1, -1, 'no number']) {
        const inputs = { 'Model!N1': factor }
        expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
      }
    },
  )
})

describe('the rate of flows', () => {
  const flows = [-1000, 300, 400, 500, 200]
  const cells = (more: Record<string, Scalar>): Record<string, Scalar> => ({
    ...Object.fromEntries(flows.map((value, i) => [`A${i + 1}`, value])),
    ...Object.fromEntries(flows.map((_, i) => [`B${i + 1}`, `=A${i + 1}*$N$1`])),
    C1: '=IRR(B1:B5)',
    C2: '=IRR(B1:B5,$N$2)',
    C3: '=IFERROR(IRR(B1:B5,$N$2),-7)',
    N1: 1,
    N2: 0.1,
    ...more,
  })
  const outputs = ['Model!C1', 'Model!C2', 'Model!C3']
  const program = (more: Record<string, Scalar> = {}) =>
    compiled({ sheets: { Model: cells(more) } }, ['Model!N1', 'Model!N2'], outputs)

  it.each([
    ['numbers alone', {}],
    ['a text among them', { B3: '=IF($N$1>0,"later",A3)' }],
    ['a truth value among them', { B3: '=$N$1>0' }],
    ['a blank among them', { B3: null }],
    ['an error among them', { B3: '=A3/($N$1-1)' }],
  ] as const)('is the evaluator’s: %s', (_, more) => {
    const workbook = program(more)
    for (const [factor, guess] of [
      [1, 0.1],
      [2, -0.9],
      [1, -1],
      [1, -2],
      [0, 0.1],
      ['none', 0.1],
      [1, 'none'],
      [1, errors.na],
    ] as const) {
      const inputs = { 'Model!N1': factor, 'Model!N2': guess }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('is found without reading the flows cell by cell, and is charged for as the evaluator charges', () => {
    const workbook = program()
    expect(workbook.compiled.program).toContain('f.internalRate(')
    const limited = compiled({ sheets: { Model: cells({}) } }, ['Model!N1'], ['Model!C1'], { options: { steps: 300 } })
    expect(() => limited.run({ 'Model!N1': 2 })).toThrow(StepsExceeded)
  })
})

describe('a column that holds numbers until an input makes it hold something else', () => {
  const flows = [-1000, 300, 400, 500, 200, 0]
  const cells: Record<string, Scalar> = { N1: 0, N2: 'later' }
  flows.forEach((value, i) => {
    const row = i + 1
    Object.assign(cells, {
      [`A${row}`]: value,
      [`B${row}`]: i % 2 === 0 ? 'x' : 'y',
      [`C${row}`]: `=IF(AND($N$1>0,A${row}>=$N$1),$N$2,A${row})`,
      [`D${row}`]: `=IFERROR(1000/C${row},-1)`,
    })
  })
  const single = [
    'IRR(C1:C6)',
    'IFERROR(IRR(C1:C6),-7)',
    'SUMIFS(C1:C6,B1:B6,"x")',
    'IFERROR(SUMIFS(C1:C6,B1:B6,"x"),-7)',
    'COUNTIF(C1:C6,">=200")',
    'COUNTIF(C1:C6,"<=0")',
    'COUNTIFS(B1:B6,"x",C1:C6,"<400")',
    'COUNTIF(C1:C6,"LATER")',
  ]
  single.forEach((formula, i) => (cells[`K${i + 1}`] = `=${formula}`))
  const outputs = [
    ...flows.flatMap((_, i) => [`Model!C${i + 1}`, `Model!D${i + 1}`]),
    ...single.map((_, i) => `Model!K${i + 1}`),
  ]
  const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1', 'Model!N2'], outputs)

  it.each<Scalar>(['later', '12', '', true, false, null, errors.na, errors.div0, 7])('%j', (instead) => {
    for (const from of [0, 150, 350, 450, 1000]) {
      const inputs = { 'Model!N1': from, 'Model!N2': instead }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })
})
