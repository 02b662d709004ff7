import { expect, it } from 'vitest'
import { errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { compiled } from '../support/compiled.ts'

/** Columns of numbers around a bound, to the last digit, that an input scales; criteria that another input writes. */
const STEPS = [-300, -101, -100, -99, -60, -46, -45, -44, -10, -2, -1, 0, 1, 2, 10, 44, 45, 46, 60, 99, 100, 101, 300]
const FORMULAS = [
  'SUMIF(B1:B23,$N$2,C1:C23)',
  'SUMIFS(C1:C23,B1:B23,$N$2,D1:D23,"x")',
  'COUNTIF(B1:B23,$N$2)',
  'COUNTIFS(D1:D23,"x",B1:B23,$N$2)',
  'AVERAGEIF(B1:B23,$N$2,C1:C23)',
  'IFERROR(AVERAGEIFS(C1:C23,D1:D23,"x",B1:B23,$N$2),-1)',
  'SUMIFS(C1:C23,B1:B23,$N$2,B1:B23,">-1E+300")',
]

function workbookOf(bound: number, among: Readonly<Record<string, Scalar>>) {
  const cells: Record<string, Scalar> = { N1: 1, N2: `>=${bound}` }
  STEPS.forEach((step, i) => {
    cells[`A${i + 1}`] = bound === 0 ? step * 1e-300 : bound * (1 + step * 1e-16)
    cells[`B${i + 1}`] = `=A${i + 1}*$N$1`
    cells[`C${i + 1}`] = `=${i + 1}*$N$1`
    cells[`D${i + 1}`] = i % 3 === 0 ? 'y' : 'x'
  })
  FORMULAS.forEach((formula, i) => (cells[`K${i + 1}`] = `=${formula}`))
  Object.assign(cells, among)
  const outputs = FORMULAS.map((_, i) => `S!K${i + 1}`)
  return compiled({ sheets: { S: cells } }, ['S!N1', 'S!N2'], outputs)
}

const among: readonly (readonly [string, Readonly<Record<string, Scalar>>])[] = [
  ['numbers alone', {}],
  ['a text among the tested', { B4: '=IF($N$1>0,"later",A4)' }],
  ['an error among the tested', { B5: '=A5/($N$1-$N$1)' }],
  ['a text among the summed', { C6: '=IF($N$1>0,"later",A6)' }],
  ['an error among the summed', { C20: '=A5/($N$1-$N$1)' }],
]

it.each([0, 1, 65, -65, 0.1, 1e-290, -1e290, 123_456.789])(
  'criteria with the bound %d give in programs what they give in the evaluator',
  (bound) => {
    for (const [name, cells] of among) {
      const workbook = workbookOf(bound, cells)
      for (const operator of ['>', '>=', '<', '<=', '=', '<>', '']) {
        for (const factor of [1, -1, 0]) {
          const inputs = { 'S!N1': factor, 'S!N2': `${operator}${bound}` }
          expect({ name, ...workbook.run(inputs) }).toEqual({ name, ...workbook.evaluate(inputs) })
        }
      }
    }
  },
)

it('criteria that are errors or blank give the same in both', () => {
  const workbook = workbookOf(65, {})
  for (const criterion of [errors.na, null, '', true, 65, '>', '>abc']) {
    const inputs = { 'S!N1': 1, 'S!N2': criterion }
    expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
  }
})
