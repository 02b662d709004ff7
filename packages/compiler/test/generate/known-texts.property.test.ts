import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { eachOff, expectAgreement } from '../support/agreement.ts'
import { compiled } from '../support/compiled.ts'

/**
 * A table in A and B, inputs in N, and cells in C to F that give one of a few texts. Those are compared with constants:
 * right beside them, in columns of several lines, and behind a loop, where programs read them from memory.
 */
const INPUTS = ['Model!N1', 'Model!N2']
const TEXTS = ['Young', 'YOUNG', 'young', 'loss', 'LOSS', 'loß', 'k', '\u212A', 'İ', 'x', '']

const text = fc.constantFrom(...TEXTS)
const cell: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom<Scalar>(7, null, true, errors.na) },
)
const given = fc.tuple(
  fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constantFrom<Scalar>('none', null, errors.div0, 2.5)),
  cell,
)

interface Generated {
  readonly table: readonly Scalar[]
  readonly texts: readonly string[]
  readonly sought: readonly string[]
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

const generated: fc.Arbitrary<Generated> = fc.record({
  table: fc.array(cell, { minLength: 5, maxLength: 5 }),
  texts: fc.array(text, { minLength: 4, maxLength: 4 }),
  sought: fc.array(
    text.filter((one) => one !== ''),
    { minLength: 3, maxLength: 3 },
  ),
  defaults: given,
  inputs: fc.array(given, { minLength: 3, maxLength: 4 }),
})

function contentOf({ table, texts, sought, defaults }: Generated) {
  const [a, b, c, d] = texts.map((one) => `"${one}"`)
  const model: Record<string, Scalar> = {
    C1: `=IF($N$1<1,${a},IF($N$1<2,${b},${c}))`,
    C2: '=INDEX($B$1:$B$5,$N$1)',
    C3: '=VLOOKUP($N$1,$A$1:$B$5,2,FALSE)',
    C4: `=CHOOSE($N$1,${a},${d},3,${b})`,
    C5: `=IF($N$1>3,$N$2,${a})`,
    C6: `=IF($N$1>3,7,${b})`,
    C7: `=IF($N$1>3,C2,${c})`,
    C8: '=IFERROR(C2,"LOSS")',
    C9: '=C1&C4',
    N1: defaults[0] ?? null,
    N2: defaults[1] ?? null,
  }
  table.forEach((value, i) => Object.assign(model, { [`A${i + 1}`]: i + 1, [`B${i + 1}`]: value }))
  const compared = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((row) =>
    sought.flatMap((one) => [`C${row}="${one}"`, `"${one}"<>C${row}`]),
  )
  compared.forEach((formula, i) => (model[`D${i + 1}`] = `=IF(${formula},1,0)`))
  // Four lines that read the texts and each other, then the same comparisons behind them.
  for (let row = 1; row <= 4; row++) {
    model[`E${row}`] = `=INDEX($B$1:$B$5,$N$1+${row - 2})`
    model[`F${row}`] = `=IF(E${row}="${sought[0]}",1,IF($C$3="${sought[1]}",2,3))${row > 1 ? `+F${row - 1}` : ''}`
  }
  compared.forEach((formula, i) => (model[`G${i + 1}`] = `=IF(${formula},$F$4,-$F$4)`))
  const cells = [
    ...Array.from({ length: 9 }, (_, i) => `C${i + 1}`),
    ...compared.flatMap((_, i) => [`D${i + 1}`, `G${i + 1}`]),
    ...[1, 2, 3, 4].flatMap((row) => [`E${row}`, `F${row}`]),
  ]
  return { content: { sheets: { Model: model } }, outputs: cells.map((name) => `Model!${name}`) }
}

const workbooks = { generated, contentOf, inputsOf: () => INPUTS }

describe('comparisons of cells whose texts are known', () => {
  it('give what the reference evaluator gives', () => {
    expectAgreement(workbooks, { seed: 7, numRuns: 150 })
  })

  it.each(eachOff)('give the same without %s', (_, optimisations) => {
    expectAgreement(workbooks, { seed: 11, numRuns: 15 }, optimisations)
  })

  it('take no case folding', () => {
    const model = { C1: '=IF(N1>1,"Young","Old")', D1: '=IF(C1="young",1,2)', N1: 1 }
    const workbook = compiled({ sheets: { Model: model } }, ['Model!N1'], ['Model!D1'])
    expect(workbook.compiled.program).not.toContain('f.fold(')
    expect(workbook.run({ 'Model!N1': 2 })).toEqual({ 'Model!D1': 1 })
    expect(workbook.run({ 'Model!N1': errors.na })).toEqual({ 'Model!D1': '#N/A' })
  })
})
