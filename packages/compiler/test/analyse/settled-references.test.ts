import { describe, expect, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiled } from '../support/compiled.ts'

/** Two sheets of years with a matrix each, and a sheet that reads them by name. */
function years(model: Readonly<Record<string, Scalar>>, names: Readonly<Record<string, string>> = {}) {
  const year = (first: number): Record<string, Scalar> => ({
    A2: 'wind',
    A3: 'sun',
    A4: 'total',
    B1: 'in',
    C1: 'out',
    B2: first,
    C2: '=Model!B1*B2',
    B3: '=Model!B2',
    C3: '=B3+1',
    B4: '=SUM(B2:B3)',
    C4: '=SUM(C2:C3)',
  })
  const matrices = Object.fromEntries(
    ['2010', '2020'].flatMap((name) => [
      [`${name}!Matrix`, `'${name}'!$B$2:$C$4`],
      [`${name}!Rows`, `'${name}'!$A$2:$A$4`],
      [`${name}!Cols`, `'${name}'!$B$1:$C$1`],
    ]),
  )
  return { sheets: { Model: model, '2010': year(3), '2020': year(5) }, names: { ...matrices, ...names } }
}

const ENTRY =
  'INDEX(INDIRECT("\'"&$A#&"\'!Matrix"),MATCH($A$5,INDIRECT("\'"&$A#&"\'!Rows"),0),MATCH("out",INDIRECT("\'"&$A#&"\'!Cols"),0))'

describe('what is asked about cells besides their values', () => {
  const cells = {
    A1: 2,
    A2: '=A1*2',
    A3: 'row',
    'B1:B3': '=CELL($A$3,A1)+$A$1',
    C1: '=FORMULATEXT(A2)&A1',
    C2: '=CELL("address",Other!B2)&CELL("col",D1:E4)&CELL("width",A1)&A1',
    C3: '=IF(ISFORMULA(OFFSET(A1,1,0)),A1,0)',
    C4: '=IFERROR(FORMULATEXT(Rate),"none")&A1',
    C5: '=CELL("format",A1)&CELL("color")&CELL("Protect",A2)&A1',
  }
  const outputs = ['B1', 'B2', 'B3', 'C1', 'C2', 'C3', 'C4', 'C5'].map((cell) => `Model!${cell}`)
  const book = { sheets: { Model: cells, Other: { B2: 1 } }, names: { Rate: 'Other!$B$2' } }

  it('is part of the program where the cells are fixed', () => {
    const workbook = compiled(book, ['Model!A1'], outputs)
    expect(workbook.compiled.report.delegated).toEqual([])
    expect(workbook.compiled.report.asksEvaluator).toBe(false)
    expect(workbook.run({ 'Model!A1': 5 })).toEqual({
      'Model!B1': 6,
      'Model!B2': 7,
      'Model!B3': 8,
      'Model!C1': '=A1*25',
      'Model!C2': 'Other!$B$2485',
      'Model!C3': 5,
      'Model!C4': 'none5',
      'Model!C5': 'G015',
    })
    for (const value of [2, -3.5, 'x', null])
      expect(workbook.run({ 'Model!A1': value })).toEqual(workbook.evaluate({ 'Model!A1': value }))
  })

  it('is left to the evaluator if an input decides it, or the value of the cell', () => {
    const workbook = compiled(
      {
        sheets: {
          Model: {
            A1: 2,
            A2: '=A1*2',
            A3: 'row',
            B1: '=CELL(A3,A2)',
            B2: '=FORMULATEXT(OFFSET(A1,A1-1,0))',
            B3: '=CELL("type",A1)',
            B4: '=CELL("contents",A2)',
            B5: '=CELL("row",)',
          },
        },
      },
      ['Model!A1', 'Model!A3'],
      ['B1', 'B2', 'B3', 'B4', 'B5'].map((cell) => `Model!${cell}`),
    )
    expect(workbook.compiled.report.delegated).toHaveLength(5)
    for (const [value, info] of [
      [2, 'row'],
      [1, 'address'],
      ['x', 'col'],
    ] as const) {
      const inputs = { 'Model!A1': value, 'Model!A3': info }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('is still known to the evaluator that a program carries', () => {
    // A5 is needed for its formula alone.
    const workbook = compiled(
      { sheets: { Model: { A1: 2, A5: '=1+2', B1: '=FORMULATEXT(A5)&A1', C1: '=CELL("type",A1)&B1' } } },
      ['Model!A1'],
      ['Model!B1', 'Model!C1'],
    )
    const inputs = { 'Model!A1': 5 }
    expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    expect(workbook.run(inputs)).toEqual({ 'Model!B1': '=1+25', 'Model!C1': 'v=1+25' })
  })
})

describe('references that nothing which changes decides', () => {
  it('become the cells they mean, though the cells they go through need them in turn', () => {
    // B2 reads one cell of a matrix, another cell of which reads B2.
    const model = {
      A1: 'factor',
      B1: 2,
      A2: 2010,
      A3: '=A2+10',
      A5: '="wi"&"nd"',
      B2: `=${ENTRY.replaceAll('#', '2')}`,
      B3: `=${ENTRY.replaceAll('#', '3')}`,
    }
    const outputs = ['Model!B2', 'Model!B3', '2020!C4']
    const workbook = compiled(years(model), ['Model!B1'], outputs)
    expect(workbook.compiled.program).not.toMatch(/fn_INDIRECT|host\.demand/)
    expect(workbook.compiled.report.delegated).toEqual([])
    for (const factor of [2, 7.5, 'x', null]) {
      const inputs = { 'Model!B1': factor }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
    expect(workbook.run({ 'Model!B1': 4 })).toMatchObject({ 'Model!B2': 12, 'Model!B3': 20 })
  })

  it('are one family where the cells they mean move along, down or across', () => {
    const cells: Record<string, Scalar> = { A1: 'A', N1: 3 }
    for (let row = 1; row <= 12; row++) {
      cells[`B${row}`] = `=$N$1*${row}`
      cells[`C${row}`] = '=INDIRECT("B"&ROW())+OFFSET($B$1,2,0)'
      cells[`D${row}`] = '=OFFSET($B$1,MOD(ROW(),5),0)+1'
    }
    for (const [i, column] of ['C', 'D', 'E', 'F', 'G', 'H'].entries()) {
      cells[`${column}20`] = `=$N$1+${i}`
      cells[`${column}21`] = '=OFFSET($C$20,0,COLUMN()-3)*2'
    }
    const outputs = ['C1', 'C7', 'C12', 'D3', 'D12', 'C21', 'H21'].map((cell) => `Model!${cell}`)
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
    expect(workbook.compiled.report).toMatchObject({ delegated: [] })
    const first = new Set(workbook.compiled.cells.values())
    expect(first.has('Model!C1') && first.has('Model!D1') && first.has('Model!C21')).toBe(true)
    expect(['Model!C2', 'Model!C12', 'Model!D2', 'Model!H21'].some((cell) => first.has(cell))).toBe(false)
    for (const value of [3, 'x', null, -1]) {
      expect(workbook.run({ 'Model!N1': value })).toEqual(workbook.evaluate({ 'Model!N1': value }))
    }
  })

  it('stay open where a cell that decides them turns out to change', () => {
    // The value of A3 depends on the input only through another such reference.
    const model = {
      A1: 1,
      B1: 2,
      A2: 2010,
      A3: '=IF(B3>8,2020,2010)',
      A4: 'Model!A3',
      A5: 'wind',
      B2: `=${ENTRY.replaceAll('#', '3')}`,
      B3: '=INDIRECT("\'2010\'!C2")',
      B4: '=INDIRECT(A4)+1',
    }
    const outputs = ['Model!B2', 'Model!B3', 'Model!B4']
    const workbook = compiled(years({ ...model, B2: '=1', C2: model.B2 }), ['Model!B1'], [...outputs, 'Model!C2'])
    for (const factor of [2, 3, 1, 'x', 100]) {
      const inputs = { 'Model!B1': factor }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('stay open where an input stands in a cell that only decides', () => {
    const model = { A1: 'Other', A2: '=IF(A1="Other","Other","Third")', B1: '=INDIRECT(A2&"!A1")' }
    const sheets = { Model: model, Other: { A1: 5 }, Third: { A1: 6 } }
    const workbook = compiled({ sheets }, ['Model!A1'], ['Model!B1'])
    expect(workbook.run({ 'Model!A1': 'Other' })).toEqual({ 'Model!B1': 5 })
    expect(workbook.run({ 'Model!A1': 'x' })).toEqual({ 'Model!B1': 6 })
  })

  it('count by the cell in line where they are made from a range', () => {
    const model = {
      A1: 2010,
      B1: 2,
      A2: 2020,
      A3: 1,
      B2: 1,
      A5: 'wind',
      C1: '=SUM(INDIRECT("\'"&A1:A2&"\'!B2"))',
      C2: '=SUM(INDIRECT("\'"&A1:A2&"\'!B2"))*B1',
    }
    const workbook = compiled(years(model), ['Model!B1'], ['Model!C1', 'Model!C2'])
    expect(workbook.run({ 'Model!B1': 3 })).toEqual({ 'Model!C1': 3, 'Model!C2': 15 })
  })

  it('leave of conditional sums the lines that meet the conditions', () => {
    const rows: [string, string, Scalar][] = [
      ['a', 'x', '=$N$1*1'],
      ['b', 'x', '=$N$1*2'],
      ['a', 'y', '=$N$1*4'],
      ['a', 'x', '=$N$1*8'],
    ]
    const cells: Record<string, Scalar> = { N1: 1, A1: 'Model!' }
    rows.forEach(([first, second, value], i) => {
      cells[`C${i + 1}`] = first
      cells[`D${i + 1}`] = second
      cells[`E${i + 1}`] = value
    })
    const over = (name: string, ...criteria: string[]) =>
      `=${name}(INDIRECT(A1&"E1:E4"),INDIRECT(A1&"C1:C4"),${criteria[0]},INDIRECT(A1&"D1:D4"),${criteria[1]})`
    const formulas = [
      over('SUMIFS', '"a"', '"x"'),
      over('SUMIFS', '"b"', '"x"'),
      over('SUMIFS', '"none"', '"x"'),
      over('AVERAGEIFS', '"none"', '"x"'),
      over('MAXIFS', '"a"', '"<>y"'),
      over('SUMIFS', '"A"', '"*"'),
    ]
    formulas.forEach((formula, i) => (cells[`G${i + 1}`] = formula))
    const outputs = formulas.map((_, i) => `Model!G${i + 1}`)
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!N1'], outputs)
    for (const value of [3, 'x', true, null]) {
      expect(workbook.run({ 'Model!N1': value })).toEqual(workbook.evaluate({ 'Model!N1': value }))
    }
    expect(Object.values(workbook.run({ 'Model!N1': 3 }))).toEqual([27, 6, 0, '#DIV/0!', 24, 39])
  })
})

describe('formulas that only seem to need themselves', () => {
  it('are ordinary code where a constant switch breaks the circle', () => {
    const cells: Record<string, Scalar> = { A1: 0, B1: 100, C1: 0.05, D1: 10, E1: '=B1+C1' }
    for (let row = 2; row <= 30; row++) {
      cells[`B${row}`] = `=B${row - 1}+D${row - 1}-C${row}`
      cells[`C${row}`] = `=IF($A$1=1,AVERAGE(B${row - 1},B${row}),B${row - 1})*$C$1+B${row - 1}*0`
      cells[`D${row}`] = `=D${row - 1}`
    }
    for (const iterate of [false, true]) {
      const content = { sheets: { Model: cells }, calculation: { iterate } }
      const workbook = compiled(content, ['Model!C1', 'Model!D1'], ['Model!B30', 'Model!C30'])
      expect(workbook.compiled.report).toMatchObject({ families: 3, loops: 1, delegated: [] })
      expect(workbook.compiled.program).not.toMatch(/host\.demand/)
      for (const rate of [0.05, 0.1, 'x', null]) {
        const inputs = { 'Model!C1': rate, 'Model!D1': 3 }
        expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
      }
    }
  })

  it('keep the switch where it is an input', () => {
    const cells: Record<string, Scalar> = { A1: 0, B1: 100, C1: '=IF($A$1=1,B2,B1)*0.1', B2: '=B1+C1' }
    for (const iterate of [false, true]) {
      const workbook = compiled({ sheets: { Model: cells }, calculation: { iterate } }, ['Model!A1'], ['Model!B2'])
      for (const on of [0, 1, 0]) {
        expect(workbook.run({ 'Model!A1': on })).toEqual(workbook.evaluate({ 'Model!A1': on }))
      }
    }
  })

  it('keep a sum that nearly cancels inside of what is chosen', () => {
    const cells: Record<string, Scalar> = { A1: 1, B1: 0.1, B2: 0.2, B3: 0.3 }
    cells['C1'] = '=IF($A$1=1,B1+B2-B3,C2)'
    cells['C2'] = '=IF($A$1=1,0,C1)+B1'
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!B1'], ['Model!C1', 'Model!C2'])
    expect(workbook.run({ 'Model!B1': 0.1 })).toEqual(workbook.evaluate({ 'Model!B1': 0.1 }))
    expect(workbook.run({ 'Model!B1': 0.1 })['Model!C1']).not.toBe(0)
  })
})

describe('references that an input decides', () => {
  function scenarios(formula: string) {
    const model: Record<string, Scalar> = { A1: 'Low', A2: 1, A3: 2, C1: 100 }
    const sheets: Record<string, Record<string, Scalar>> = { Model: model }
    for (const [i, name] of ['Low', 'Base', 'High'].entries()) {
      const rates: Record<string, Scalar> = {}
      for (let row = 1; row <= 12; row++) {
        rates[`A${row}`] = (row + i) / 100
        rates[`B${row}`] = `=A${row}*Model!$A$3`
      }
      sheets[name] = rates
    }
    for (let row = 1; row <= 10; row++) {
      model[`B${row}`] = `=${formula}`
      if (row > 1) model[`C${row}`] = `=C${row - 1}*(1+B${row})`
    }
    const names = { Rate_Low: 'Low!$B$1:$B$12', Rate_High: 'High!$B$1:$B$12', Other: 'Base!$A$1' }
    return compiled({ sheets, names }, ['Model!A1', 'Model!A2', 'Model!A3'], ['Model!B3', 'Model!C10'])
  }

  const FORMULAS = [
    'INDIRECT($A$1&"!B"&ROW())',
    'INDIRECT("\'"&$A$1&"\'!A"&ROW()+1)*$A$3',
    'OFFSET(Base!$A$1,ROW()-1,$A$2)',
    'OFFSET(Low!$A$1,$A$2,1)+INDIRECT($A$1&"!A1")',
    'INDEX(INDIRECT("Rate_"&$A$1),ROW())',
    'SUM(INDIRECT($A$1&"!A1:A"&ROW()))',
    'IFERROR(INDIRECT($A$1&"!B"&$A$2),0)',
  ]
  it('may stand in an array that others read in turn', () => {
    const model = { A1: 'Other', B1: '=C2+1', B2: 5, 'C1:C2': '{=INDIRECT($A$1&"!B1:B2")*2}', D1: '=SUM(C1:C2)' }
    const sheets = { Model: model, Other: { B1: '=Model!B2', B2: 3 } }
    const workbook = compiled({ sheets }, ['Model!A1', 'Model!B2'], ['Model!D1'])
    for (const sheet of ['Other', 'Model', 'none']) {
      const inputs = { 'Model!A1': sheet, 'Model!B2': 7 }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  for (const formula of FORMULAS) {
    it(`leave the rest in loops: ${formula}`, () => {
      const workbook = scenarios(formula)
      expect(workbook.compiled.program).not.toMatch(/host\.demand/)
      // The formula's own sheet, other names, and texts that are not references go beyond the program.
      for (const scenario of ['Low', 'Base', 'High', 'base', 'Model', 'none', '', null, 3]) {
        for (const across of [0, 1, 2, -1, 'x', null]) {
          const inputs = { 'Model!A1': scenario, 'Model!A2': across, 'Model!A3': 1.5 }
          expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
        }
      }
    })
  }
})
