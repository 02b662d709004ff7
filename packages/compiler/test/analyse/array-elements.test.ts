import { describe, expect, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiled } from '../support/compiled.ts'

const VALUES: readonly Scalar[] = [4, 0, -2.5, 'x', true, null]

describe('cells of array formulas computed one by one', () => {
  it('are loops', () => {
    const cells: Record<string, Scalar> = {
      N1: 2,
      'C1:C40': '{=A1:A40*$N$1+B1}',
      'D1:D40': '{=IF(A1:A40>$N$1,C1:C40,-1)}',
    }
    for (let row = 1; row <= 40; row++) cells[`A${row}`] = row / 10
    const outputs = ['Model!C1', 'Model!C40', 'Model!D7', 'Model!D40']
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1', 'Model!B1'], outputs)
    expect(workbook.compiled.program).not.toMatch(/x\.region/)
    expect(workbook.compiled.report).toMatchObject({ families: 2, delegated: [] })
    for (const value of VALUES) {
      const inputs = { 'Model!N1': value, 'Model!B1': 3 }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('keep a last sum that nearly cancels, as arrays do and single formulas do not', () => {
    const cells = { A1: 0.1, A2: 1, B1: 0.2, B2: 2, C1: 0.3, C2: 3, 'E1:E2': '{=A1:A2+B1:B2-C1:C2}', F1: '=A1+B1-C1' }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!E1', 'Model!E2', 'Model!F1'])
    const results = workbook.run({ 'Model!A1': 0.1 })
    expect(results).toEqual(workbook.evaluate({ 'Model!A1': 0.1 }))
    expect(results).toMatchObject({ 'Model!E2': 0, 'Model!F1': 0 })
    expect(results['Model!E1']).not.toBe(0)
  })

  it('stay one array where a cell of it needs another', () => {
    // B2 reads C1: no cell depends on itself, but the array does.
    const cells = { A1: 1, A2: 2, B1: 3, B2: '=C1+1', 'C1:C2': '{=A1:A2*B1:B2}' }
    const outputs = ['Model!C1', 'Model!C2']
    for (const iterate of [false, true]) {
      const content = { sheets: { Model: cells }, calculation: { iterate } }
      const workbook = compiled(content, ['Model!A1'], outputs)
      expect(workbook.run({ 'Model!A1': 5 })).toEqual(workbook.evaluate({ 'Model!A1': 5 }))
    }
  })

  it('may follow each other along a row of arrays', () => {
    const cells: Record<string, Scalar> = { A1: 1, A2: 2, A3: 3, N1: 0.5 }
    for (const [i, column] of ['B', 'C', 'D', 'E', 'F', 'G'].entries()) {
      const before = 'ABCDEF'[i] as string
      cells[`${column}1:${column}3`] = `{=${before}1:${before}3*$N$1+${before}$5}`
      cells[`${column}5`] = `=SUM(${before}1:${before}3)`
    }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], ['Model!G1', 'Model!G3', 'Model!G5'])
    expect(workbook.compiled.program).not.toMatch(/x\.region/)
    for (const value of VALUES) {
      expect(workbook.run({ 'Model!N1': value })).toEqual(workbook.evaluate({ 'Model!N1': value }))
    }
  })

  it('take ranges of every shape as arrays do', () => {
    const shapes = [
      'A1:A3*B1',
      'A1:A3*B1:D1',
      'A1:B2*2',
      'A1:A2+B1:B3',
      'B1:D1&A1',
      'A1:D4/A2',
      'A1:A3=TRANSPOSE(B1:D1)',
    ]
    const cells: Record<string, Scalar> = { A1: 1, A2: 2, A3: 3, A4: 4, B1: 10, C1: 'c', D1: true, B2: 0.5 }
    shapes.forEach(
      (formula, i) => (cells[`${'FJNRVZ'[i] ?? 'AD'}1:${'HLPTX'[i] ?? (i === 5 ? 'AB' : 'AF')}3`] = `{=${formula}}`),
    )
    const outputs = ['F1', 'H3', 'J1', 'L2', 'L3', 'N1', 'P3', 'R3', 'T2', 'V2', 'X1', 'Z3', 'AB2', 'AD1', 'AF3']
    const workbook = compiled(
      { sheets: { Model: cells } },
      ['Model!A2', 'Model!B1'],
      outputs.map((cell) => `Model!${cell}`),
    )
    for (const value of VALUES) {
      const inputs = { 'Model!A2': value, 'Model!B1': 7 }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('add up arrays of several rows and columns in one loop', () => {
    const cells: Record<string, Scalar> = { N1: 2 }
    for (let row = 1; row <= 12; row++) {
      cells[`A${row}`] = row % 2 ? 'odd' : 'even'
      for (const [i, column] of ['B', 'C', 'D'].entries())
        cells[`${column}${row}`] = row === 3 && i === 1 ? null : row + i / 10
      for (const column of 'FGH') cells[`${column}${row}`] = `=$N$1*${row}`
    }
    cells['B20'] = 'odd'
    for (const column of 'FGH') {
      cells[`${column}20`] = `{=SUM(${column}$1:${column}$12/$B$1:$B$12*($B20=$A$1:$A$12)*($B$1:$D$12))}`
    }
    const outputs = ['Model!F20', 'Model!G20', 'Model!H20']
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
    expect(workbook.compiled.program).toMatch(/const over_\d+ = \(line\)/)
    for (const value of VALUES) {
      expect(workbook.run({ 'Model!N1': value })).toEqual(workbook.evaluate({ 'Model!N1': value }))
    }
  })
})
