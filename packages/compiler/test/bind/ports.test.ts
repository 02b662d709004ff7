import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { diagnoseFormulas } from '../../src/3-bind/diagnose-formulas.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { makeWorkbook, type WorkbookContent } from '../support/make-workbook.ts'

function portsOf(content: WorkbookContent) {
  const diagnostics = new Diagnostics()
  const bound = new BoundWorkbook(makeWorkbook(content), functions, diagnostics)
  return { ports: findPorts(bound, diagnostics), diagnostics: diagnostics.list }
}

describe('the interface of a workbook', () => {
  const { ports, diagnostics } = portsOf({
    sheets: {
      S: {
        A1: 'Age of the insured',
        B1: 40,
        B2: 0.05,
        B3: 45_000,
        B4: 'M',
        B5: true,
        B6: '=B1*B2',
        D1: 'Name',
        E1: 'Born',
        D2: 'Ann',
        E2: 33_000,
        E3: 34_000,
        B8: 'v1',
        B9: '=IF(B1<0,"Too young","")',
        B10: 0.75,
      },
      Properties: { A1: 'Product', B1: 'Term life', A2: 'Version', B2: 3 },
    },
    names: {
      xINPUT_Age: 'S!$B$1',
      Xinput_Rate: 'S!$B$2',
      Xinput_Start: 'S!$B$3',
      Xinput_Sex: 'S!$B$4',
      Xinput_Smoker: 'S!$B$5',
      Xoutput_Premium: 'S!$B$6',
      'Xinput_quote.Age': 'S!$B$1',
      'Xoutput_quote.Premium': 'S!$B$6',
      'Xoutput_Metadata.Version': 'S!$B$8',
      Xvalidate_Age: 'S!$B$9',
      Xinput_Lives: 'S!$D$1:$E$3',
      Xreport_Quote: 'S!$A$1:$E$9',
      Ximage_Logo: 'S!$C$1',
      Xref_Rates: 'S!$D$1:$E$3',
      Xinput_Time: 'S!$B$10',
    },
    formats: {
      'S!B2': '0.00%',
      'S!B3': 'yyyy-mm-dd',
      'S!B6': '$#,##0.00',
      'S!E2': 'd/m/yyyy',
      'S!B10': 'hh:mm',
      'S!B1': '0',
    },
  })

  test('inputs have types, defaults and descriptions', () => {
    const found = ports.inputs.flatMap((port) => (port.shape === 'cell' ? [[port.name, port.type, port.default]] : []))
    expect(found).toEqual([
      ['Age', 'integer', 40],
      ['Rate', 'percent', 0.05],
      ['Start', 'date', 45_000],
      ['Sex', 'text', 'M'],
      ['Smoker', 'boolean', true],
      ['Time', 'time', 0.75],
    ])
    expect(ports.inputs[0]?.description).toBe('Age of the insured')
    expect(diagnostics).toEqual([])
  })

  test('a block has a column for each heading', () => {
    const lives = ports.inputs.find(({ name }) => name === 'Lives')
    expect(lives?.shape === 'block' && lives.columns.map(({ heading, type }) => [heading, type])).toEqual([
      ['Name', 'text'],
      ['Born', 'date'],
    ])
    expect(lives?.shape === 'block' && lives.defaults).toEqual([
      ['Ann', 33_000],
      [null, 34_000],
    ])
  })

  test('subservices, metadata and the other kinds stay out of the plain lists', () => {
    expect(ports.outputs.map(({ name }) => name)).toEqual(['Premium'])
    expect(ports.subservices.map(({ name, inputs, outputs }) => [name, inputs.length, outputs.length])).toEqual([
      ['quote', 1, 1],
    ])
    expect(ports.metadata.map(({ name }) => name)).toEqual(['Version'])
    expect(ports.validations.map(({ name }) => name)).toEqual(['Age'])
    expect(ports.reports.map(({ name }) => name)).toEqual(['Quote'])
    expect(ports.images.map(({ name }) => name)).toEqual(['Logo'])
    expect(ports.references.map(({ name, headings }) => [name, headings])).toEqual([['Rates', ['Name', 'Born']]])
    expect(Object.fromEntries(ports.properties)).toEqual({ Product: 'Term life', Version: 3 })
  })
})

describe('problems name the cell', () => {
  const codes = (content: WorkbookContent) =>
    portsOf(content).diagnostics.map(({ code, sheet, cell }) => [code, sheet, cell])
  test('a port that is no range', () => {
    expect(codes({ sheets: { S: {} }, names: { Xinput_a: '1+1', Xoutput_b: 'S!#REF!' } })).toEqual([
      ['PORT_NOT_A_RANGE', undefined, undefined],
      ['PORT_NOT_A_RANGE', undefined, undefined],
    ])
  })
  test('blocks without rows or with bad headings', () => {
    const S = { A1: 'x', B1: 'X', D1: 'y', A5: 1 }
    const names = { Xinput_a: 'S!$A$1:$B$1', Xinput_b: 'S!$A$1:$B$2', Xinput_c: 'S!$C$1:$D$2' }
    expect(codes({ sheets: { S }, names })).toEqual([
      ['BLOCK_WITHOUT_ROWS', 'S', 'A1:B1'],
      ['BLOCK_HEADING_TWICE', 'S', 'B1'],
      ['BLOCK_HEADING_MISSING', 'S', 'C1'],
    ])
  })
  test('an input that is computed, and one declared twice', () => {
    const names = { Xinput_a: 'S!$A$1', 'S!XINPUT_A': 'S!$A$2' }
    expect(codes({ sheets: { S: { A1: '=1' } }, names })).toEqual([
      ['PORT_DECLARED_TWICE', 'S', 'A2'],
      ['INPUT_IS_FORMULA', 'S', 'A1'],
    ])
  })
})

describe('solve blocks', () => {
  const block = {
    A1: 'Target cell',
    B1: 'C1',
    A2: 'Target value',
    B2: 100,
    A3: 'By changing',
    B3: '=C2',
    A4: 'Solve algorithm',
    B4: 'secant',
    A5: 'Max iterations',
    B5: 50,
  }
  test('are read with their defaults', () => {
    const { ports } = portsOf({ sheets: { S: block }, names: { Xsolve_p: 'S!$A$1:$B$5' } })
    expect(ports.solves).toMatchObject([
      {
        name: 'p',
        target: { sheet: 0, row: 0, col: 2 },
        changing: { sheet: 0, row: 1, col: 2 },
        algorithm: 'SECANT',
        maxChange: 1,
        maxIterations: 50,
        runIf: undefined,
      },
    ])
  })
  test('that are malformed list each key', () => {
    const S = {
      A1: 'Target cell',
      B1: 12,
      A2: 'Tolerance',
      B2: 1,
      A3: 'Solve algorithm',
      B3: 'NEWTON',
      A4: 'Max change',
      B4: -1,
    }
    const { ports, diagnostics } = portsOf({ sheets: { S }, names: { Xsolve_p: 'S!$A$1:$B$4' } })
    expect(ports.solves).toEqual([])
    expect(diagnostics.map(({ code, cell }) => [code, cell])).toEqual([['INVALID_SOLVE_NAMERANGES', 'A1:B4']])
    for (const key of ['target cell', 'Tolerance', 'target value', 'by changing', 'NEWTON', 'max change']) {
      expect(diagnostics[0]?.message).toContain(key)
    }
  })
})

test('what cannot be computed is reported cell by cell', () => {
  const diagnostics = new Diagnostics()
  const workbook = makeWorkbook({
    sheets: {
      S: { A1: '=MYMACRO(1)', A2: '=MYMACRO(2)', A3: '=WEBSERVICE("x")', A4: '=1+', A5: '=[1]Other!A1', A6: '=SUM(1)' },
    },
  })
  const bound = new BoundWorkbook(workbook, functions, diagnostics)
  const usage = diagnoseFormulas(bound, diagnostics)
  expect(diagnostics.list.map(({ code, cell }) => `${code} ${cell}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'EXTERNAL_VALUE_MISSING A5',
    'FORMULA_NOT_UNDERSTOOD A4',
    'FUNCTION_OUTSIDE A3',
    'FUNCTION_UNKNOWN A1',
    'FUNCTION_UNKNOWN A2',
  ])
  expect(Object.fromEntries(usage.functions)).toEqual({ SUM: 1 })
})

test('a function that takes whole columns only up to the last used cell is reported where it is given some', () => {
  const diagnostics = new Diagnostics()
  const cut = {
    C1: '=ROWS(VSTACK(A:A))',
    C2: '=SUM(MAP(everything,LAMBDA(x,x+1)))',
    C3: '=LET(all,+(A:A),ROWS(BYROW(all,SUM)))',
    C4: '=REDUCE(0,A1:A20000,LAMBDA(a,b,a+1))',
    C5: '=COLUMNS(TOROW(1:1,2))',
    C6: '=later()',
  }
  const whole = {
    D1: '=ROWS(TOCOL(A:A,1))+ROWS(TOROW(A:A,3))',
    D2: '=ROWS(TOCOL(TRIMRANGE(A:A)))',
    D3: '=REDUCE(0,A1:A9000,LAMBDA(a,b,a+1))',
    D4: '=ROWS(FILTER(A:A,A:A<>""))',
    D5: '=LET(all,A:A,LET(few,A1:A9,ROWS(VSTACK(few)))+SUM(all))',
    D6: '=ROWS(VSTACK(Full!A1:A16384))',
  }
  const content = {
    sheets: { S: { A1: 5, ...cut, ...whole }, Full: { A16384: 1 } },
    names: { everything: 'S!$A:$A', later: 'LAMBDA(ROWS(EXPAND(everything,2000000)))' },
  }
  diagnoseFormulas(new BoundWorkbook(makeWorkbook(content), functions, diagnostics), diagnostics)
  expect(diagnostics.list.map(({ code, cell, data }) => ({ code, cell, data }))).toEqual([
    { code: 'BLANKS_LEFT_OUT', cell: 'C1', data: { function: 'VSTACK' } },
    { code: 'BLANKS_LEFT_OUT', cell: 'C2', data: { function: 'MAP' } },
    { code: 'BLANKS_LEFT_OUT', cell: 'C3', data: { function: 'BYROW' } },
    { code: 'BLANKS_LEFT_OUT', cell: 'C4', data: { function: 'REDUCE' } },
    { code: 'BLANKS_LEFT_OUT', cell: 'C5', data: { function: 'TOROW' } },
    { code: 'BLANKS_LEFT_OUT', cell: 'C6', data: { function: 'EXPAND' } },
  ])
})

test('a function that Excel describes only in part is reported wherever it is called', () => {
  const diagnostics = new Diagnostics()
  const content = {
    sheets: {
      S: { A1: '=FORECAST.ETS(4,{1,2,3},{1,2,3})*2', A2: '=later+1', A3: '=FORECAST.LINEAR(4,{1,2,3},{1,2,3})' },
    },
    names: { later: 'FORECAST.ETS.STAT({1,2,3},{1,2,3},1)' },
  }
  diagnoseFormulas(new BoundWorkbook(makeWorkbook(content), functions, diagnostics), diagnostics)
  expect(
    diagnostics.list.map(({ code, severity, sheet, cell, data }) => ({ code, severity, sheet, cell, data })),
  ).toEqual([
    { code: 'RESULT_MAY_DIFFER', severity: 'warning', sheet: 'S', cell: 'A1', data: { function: 'FORECAST.ETS' } },
    { code: 'RESULT_MAY_DIFFER', severity: 'warning', sheet: 'S', cell: 'A2', data: { function: 'FORECAST.ETS.STAT' } },
  ])
})
