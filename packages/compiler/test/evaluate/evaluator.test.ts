import { ExcelError, isUncomputable, type Scalar } from '@sheetwright/runtime/values.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StepBudgetExceeded } from '../../src/evaluate/step-budget.ts'
import { plainStyle } from '../../src/model/style.ts'
import { compiled } from '../support/compiled.ts'
import { evaluated } from '../support/evaluate.ts'
import { position } from '../support/make-workbook.ts'

function sheet(cells: Record<string, Scalar>) {
  return { sheets: { Sheet1: cells } }
}

describe('implicit intersection in formulas that are not array formulas', () => {
  const { at } = evaluated(
    sheet({
      'A1:A3': 5,
      B2: '=A1:A3*2',
      B9: '=A1:A3*2',
      C2: '=SUM(A1:A3*2)',
      D1: '=SUMPRODUCT(A1:A3*2)',
      E1: '{=SUM(A1:A3*2)}',
      F9: '=ABS(A1:A3)',
      F2: '=ABS(A1:A3)',
      G1: '=SUM(LEN({"a","bb"}))',
      H1: '=LOOKUP(2,1/(A1:A3=5),A1:A3)',
      I2: '=IF(A1:A3=5,"row 2","no")',
      J9: '=@A1:A3',
      L1: 'x',
      M1: 10,
      N1: 20,
      K1: '=SUM(VLOOKUP("x",L1:N1,{2,3},FALSE))',
      K2: '{=SUM(VLOOKUP("x",L1:N1,{2,3},FALSE))}',
      K3: '=SUMPRODUCT(VLOOKUP("x",L1:N1,{2,3},FALSE))',
    }),
  )
  test.each([
    ['B2', 10],
    ['B9', '#VALUE!'],
    ['C2', 10],
    ['D1', 30],
    ['E1', 30],
    ['F2', 5],
    ['F9', '#VALUE!'],
    ['G1', 3],
    ['H1', 5],
    ['I2', 'row 2'],
    ['J9', '#VALUE!'],
    ['K1', 10],
    ['K2', 30],
    ['K3', 30],
  ])('%s is %s', (address, expected) => expect(at(address)).toBe(expected))
})

describe('array formulas fill their range', () => {
  const { at } = evaluated(sheet({ A1: 1, A2: 2, 'C1:D3': '{=A1:A2*10}', 'F1:F2': '{=Z1}', 'H1:I1': '{={1;2}}' }))
  test.each([
    ['C1', 10],
    ['D1', 10],
    ['C2', 20],
    ['C3', '#N/A'],
    ['F1', 0],
    ['H1', 1],
    ['I1', 1],
  ])('%s is %s', (address, expected) => expect(at(address)).toBe(expected))
})

test('a test of a range is made of the #N/A beyond it too, what catches errors is not', () => {
  const content = sheet({
    A1: 1,
    A2: 'x',
    'C1:C4': '{=ISNA(A1:A2)}',
    'D1:D4': '{=ISNUMBER(A1:A2)}',
    'E1:E4': '{=IFERROR(A1:A2,0)}',
    'F1:G3': '{=ISNONTEXT(A1:A2)}',
    'H1:H3': '{=ISBLANK(A2:A3)}',
    'I1:I2': '{=ISBLANK(A2:A5)}',
  })
  const cells = ['C1', 'C2', 'C3', 'C4', 'D1', 'D3', 'E2', 'E3', 'F1', 'G2', 'G3', 'H1', 'H2', 'H3', 'I2']
  const values = [false, false, true, true, true, false, 'x', '#N/A', true, false, true, false, true, false, true]
  expect(cells.map(evaluated(content).at)).toEqual(values)
  const program = compiled(content, ['A1', 'A2'], cells).run({})
  expect(cells.map((address) => program[address])).toEqual(values)
})

describe('dynamic arrays', () => {
  test('spill into blank cells, and others read what they put there', () => {
    const { at } = evaluated(
      sheet({ A1: 1, A2: 2, A3: 3, C1: '#=A1:A3*2', D1: '=SUM(C:C)', E1: '=SUM(C1#)', F1: '=C3' }),
    )
    expect([at('C1'), at('C2'), at('C3'), at('C4')]).toEqual([2, 4, 6, null])
    expect([at('D1'), at('E1'), at('F1')]).toEqual([12, 12, 6])
  })

  test('a cell in the way, a merged cell or the edge of the sheet is #SPILL!', () => {
    const { at } = evaluated(sheet({ A1: '#={1;2;3}', A3: 'x', C1048575: '#={1;2;3}', E1: '=A1#' }))
    expect([at('A1'), at('A2'), at('C1048575'), at('E1')]).toEqual(['#SPILL!', null, '#SPILL!', '#SPILL!'])
  })

  test('shrink and grow with the inputs', () => {
    const { at, evaluator } = evaluated(sheet({ A1: 2, C1: '#=SEQUENCE(A1)', D1: '=SUM(C1:C9)' }))
    expect(at('D1')).toBe(3)
    evaluator.setInput(0, 0, 0, 4)
    expect([at('D1'), at('C4')]).toEqual([10, 4])
    evaluator.setInput(0, 0, 0, 1)
    expect([at('D1'), at('C2')]).toEqual([1, null])
  })
})

test('LET, LAMBDA and names that hold them', () => {
  const { at } = evaluated({
    sheets: {
      Sheet1: {
        A1: '=LET(x,2,y,x+1,x*y)',
        A2: '=LAMBDA(a,b,a-b)(5,3)',
        A3: '=TWICE(21)',
        A4: '=FACT_OF(5)',
        A5: '=LET(hour,0.5,HOUR(hour))',
        A6: '=OPT(1)',
        A7: '=TWICE(1,2)',
        A8: '=TWICE',
      },
    },
    names: {
      TWICE: '_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)',
      FACT_OF: '_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<2,1,_xlpm.n*FACT_OF(_xlpm.n-1)))',
      OPT: '_xlfn.LAMBDA(_xlpm.x,_xlop.y,IF(_xlfn.ISOMITTED(_xlop.y),"none",_xlop.y))',
    },
  })
  expect(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'].map(at)).toEqual([
    6,
    2,
    42,
    120,
    12,
    'none',
    '#VALUE!',
    '#CALC!',
  ])
})

test('names: scope of a sheet first, relative to the cell that uses them, constants and formulas', () => {
  const { at } = evaluated({
    sheets: { One: { A1: 7, B2: '=left', B3: '=rate', C1: '=total' }, Two: { B3: '=rate', A1: 9, B1: '=here' } },
    names: { rate: '0.05', 'One!rate': '0.1', left: 'One!XFD1048576', total: 'SUM(One!$A$1,Two!$A$1)', here: '!$A$1' },
  })
  expect([at('One!B2'), at('One!B3'), at('Two!B3'), at('One!C1'), at('Two!B1')]).toEqual([7, 0.1, 0.05, 16, 9])
})

test('tables: columns, this row, headings and totals', () => {
  const column = (name: string) => ({
    name,
    totalsFunction: undefined,
    totalsLabel: undefined,
    totalsFormula: undefined,
    calculatedFormula: undefined,
  })
  const { at } = evaluated({
    sheets: {
      Sheet1: {
        A1: 'Item',
        B1: 'Net price',
        C1: 'Gross',
        A2: 'a',
        B2: 10,
        C2: '=[@[Net price]]*2',
        A3: 'b',
        B3: 20,
        C3: '=T[[#This Row],[Net price]]*2',
        B4: '=SUBTOTAL(109,T[Net price])',
        E1: '=SUM(T[Gross])',
        E2: '=T[[#Headers],[Gross]]',
        E3: '=SUM(T[[#Totals],[Net price]])',
        E4: '=COUNTA(T[#All])',
        E5: '=SUM(T[[Net price]:[Gross]])',
        E6: '=T[@Gross]',
        E7: '=SUM(T[nothing])',
      },
    },
    tables: [
      {
        name: 'T',
        sheet: 0,
        range: { top: 0, left: 0, bottom: 3, right: 2 },
        headerRows: 1,
        totalsRows: 1,
        columns: ['Item', 'Net price', 'Gross'].map(column),
      },
    ],
  })
  expect(['C2', 'C3', 'E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7'].map(at)).toEqual([
    20,
    40,
    60,
    'Gross',
    30,
    10,
    90,
    '#VALUE!',
    '#REF!',
  ])
})

test('unions, intersections, ranges between results, 3-D references', () => {
  const { at } = evaluated({
    sheets: {
      Jan: {
        A1: 1,
        B1: 10,
        B2: 20,
        C1: '=SUM((A1,B1:B2))',
        C2: '=A1:B1 B1:B2',
        C3: '=SUM(B1:INDEX(B:B,2))',
        C4: '=A1 B2',
      },
      Feb: { A1: 2 },
      Mar: { A1: 3, B1: '=SUM(Jan:Mar!A1)', B2: '=MAX(Mar:Jan!A1)' },
    },
  })
  expect([at('Jan!C1'), at('Jan!C2'), at('Jan!C3'), at('Jan!C4')]).toEqual([31, 10, 30, '#NULL!'])
  expect([at('Mar!B1'), at('Mar!B2')]).toEqual([6, 3])
})

describe('data tables', () => {
  const model = { A1: 100, A2: 0.05, A3: '=A1*A2', A4: '=A3+B9' }
  test('one variable, down a column', () => {
    const { at } = evaluated({
      ...sheet({ ...model, D1: '=A3', E1: '=A4', C2: 0.1, C3: 0.2 }),
      dataTables: [{ sheet: 'Sheet1', range: 'D2:E3', inputs: { shape: 'column', columnInput: { row: 1, col: 0 } } }],
    })
    expect([at('D2'), at('D3'), at('E3'), at('A3')]).toEqual([10, 20, 20, 5])
  })

  test('one variable, along a row', () => {
    const { at } = evaluated({
      ...sheet({ ...model, C2: '=A3', D1: 200, E1: 300 }),
      dataTables: [{ sheet: 'Sheet1', range: 'D2:E2', inputs: { shape: 'row', rowInput: { row: 0, col: 0 } } }],
    })
    expect([at('D2'), at('E2')]).toEqual([10, 15])
  })

  test('two variables, one of them in a blank cell', () => {
    const { at } = evaluated({
      ...sheet({ ...model, C1: '=A4', D1: 200, E1: 300, C2: 1, C3: 2 }),
      dataTables: [
        {
          sheet: 'Sheet1',
          range: 'D2:E3',
          inputs: { shape: 'both', rowInput: { row: 0, col: 0 }, columnInput: { row: 8, col: 1 } },
        },
      ],
    })
    expect([at('D2'), at('E2'), at('D3'), at('E3'), at('A4')]).toEqual([11, 16, 12, 17, 5])
  })
})

describe('cycles', () => {
  test('without iteration every cell of the cycle is in error and says why', () => {
    const { evaluator, at } = evaluated(sheet({ A1: '=B1+1', B1: '=A1+1', C1: '=IFERROR(A1,0)', D1: 5 }))
    const value = evaluator.value(0, 0, 0)
    expect(value instanceof ExcelError && value.uncomputable?.reason).toBe('circular reference')
    expect(evaluator.value(0, 0, 2)).toBeInstanceOf(ExcelError)
    expect(at('D1')).toBe(5)
  })

  test('a branch that is not taken makes no cycle', () => {
    const { at } = evaluated(sheet({ A1: '=IF(TRUE,1,B1)', B1: '=A1+1' }))
    expect([at('A1'), at('B1')]).toEqual([1, 2])
  })

  test('with iteration the cells converge, and what depends on them follows', () => {
    const { at } = evaluated({
      ...sheet({ A1: 1000, A2: '=A1-A3', A3: '=A2*0.1', B1: '=A3*2' }),
      calculation: { iterate: true, iterateCount: 100, iterateDelta: 1e-12 },
    })
    expect(at('A2')).toBeCloseTo(1000 / 1.1, 9)
    expect(at('B1')).toBeCloseTo(200 / 1.1, 9)
  })

  test('iteration stops after the number of rounds the workbook sets', () => {
    const { at } = evaluated({
      ...sheet({ A1: '=A1+1' }),
      calculation: { iterate: true, iterateCount: 7, iterateDelta: 0.001 },
    })
    expect(at('A1')).toBe(7)
  })
})

describe('fifteen digits', () => {
  const { at } = evaluated(
    sheet({
      A1: '=0.5-0.4-0.1',
      A2: '=(0.5-0.4-0.1)',
      A3: '=0.1+0.2=0.3',
      A4: '=1E308*10',
      A5: '=-0',
      A6: '=1/3*3-1',
      A7: '=0^0',
    }),
  )
  test('a last difference that nearly cancels is 0, in parentheses it is not', () => {
    expect(at('A1')).toBe(0)
    expect(at('A2')).toBeCloseTo(-2.8e-17, 18)
    expect(at('A2')).not.toBe(0)
  })
  test('SUM cancels in its last addition only', () => {
    const sums = evaluated(
      sheet({ A1: 0.5, A2: -0.4, A3: -0.1, B1: '=SUM(A1:A3)', B2: '=SUM(A1:A3,0)', B3: '=SUBTOTAL(9,A1:A3)' }),
    )
    expect(['B1', 'B3'].map(sums.at)).toEqual([0, 0])
    expect(sums.at('B2')).not.toBe(0)
  })
  test('whole powers are computed by squaring', () => {
    const powers = evaluated(
      sheet({ A1: '=1.025^3', A2: '=1.01^5', A3: '=1.01^-5', A4: '=(-2)^3', A5: '=POWER(2,0.5)' }),
    )
    expect(['A1', 'A2', 'A3', 'A4', 'A5'].map(powers.at)).toEqual([
      1.0768906249999999,
      1.0510100501,
      1 / 1.0510100501,
      -8,
      Math.SQRT2,
    ])
  })
  test('comparison, overflow, negative zero', () => {
    expect([at('A3'), at('A4'), Object.is(at('A5'), 0), at('A6'), at('A7')]).toEqual([true, '#NUM!', true, 0, '#NUM!'])
  })
})

test('precision as displayed rounds what a cell keeps to what it shows', () => {
  const content = {
    ...sheet({ A1: 1.005, B1: '=A1*1', B2: '=A1/3', B3: '=A1*12345', B4: '=A1/3', C1: '=B2*3' }),
    formats: { 'Sheet1!B1': '0.00', 'Sheet1!B2': '0.0%', 'Sheet1!B3': '#,##0', 'Sheet1!B4': '0.00E+00' },
  }
  const full = evaluated(content)
  const shown = evaluated({ ...content, calculation: { fullPrecision: false } })
  expect([shown.at('B1'), shown.at('B2'), shown.at('B3'), shown.at('B4')]).toEqual([1.01, 0.335, 12_407, 0.335])
  expect(shown.at('C1')).toBeCloseTo(1.005, 12)
  expect(full.at('B1')).toBe(1.005)
})

test('precision as displayed rounds an input as if it were typed into its cell', () => {
  const content = {
    ...sheet({ A1: 1, A2: 1, B1: '=A1*100', B2: '=A2*100' }),
    formats: { 'Sheet1!A1': '0.00' },
    calculation: { fullPrecision: false },
  }
  const entered = compiled(content, ['A1', 'A2'], ['A1', 'B1', 'B2'])
  const inputs = { A1: 1.239, A2: 1.239 }
  expect(entered.evaluate(inputs)).toEqual({ A1: 1.24, B1: 124, B2: 123.9 })
  expect(entered.run(inputs)).toEqual({ A1: 1.24, B1: 124, B2: 123.9 })
})

describe('formulas made to break the stack', () => {
  test('a sum of eight thousand terms', () => {
    const terms = Array.from({ length: 8000 }, (_, i) => (i % 2 === 0 ? 'A1' : '1')).join('+')
    const { bound, at } = evaluated(sheet({ A1: 2, B1: `=${terms}` }))
    expect(at('B1')).toBe(12_000)
    expect(bound.text(terms, 0, 0, 1, undefined).traits.functions.size).toBe(0)
  })

  test('names that lead to each other, and a LAMBDA without end', () => {
    const { at } = evaluated({
      sheets: { Sheet1: { A1: '=one', A2: '=FOREVER(1)', A3: '=SUM(one:A1)', A4: '=MAP({1,2},LAMBDA(x,FOREVER(x)))' } },
      names: { one: 'two+1', two: 'one+1', FOREVER: '_xlfn.LAMBDA(_xlpm.x,SUM(1,IF(TRUE,FOREVER(_xlpm.x+1))))' },
    })
    expect([at('A1'), at('A2'), at('A3')]).toEqual(['#NUM!', '#NUM!', '#NUM!'])
    expect(at('A4')).toBe('#NUM!')
  })

  test('deeply nested calls', () => {
    const { at } = evaluated(sheet({ A1: `=${'ABS('.repeat(200)}-1${')'.repeat(200)}` }))
    expect(at('A1')).toBe(1)
  })
})

test('a chain of a hundred thousand cells is computed from either end', () => {
  const cells: Record<string, Scalar> = { A1: 1 }
  for (let row = 2; row <= 100_000; row++) cells[`A${row}`] = `=A${row - 1}+1`
  const { at } = evaluated(sheet(cells))
  expect(at('A100000')).toBe(100_000)
})

test('a run that works too long is ended', () => {
  const { at } = evaluated(
    sheet({ A1: '=SUM(SEQUENCE(1000,1000))', A2: '=REDUCE(0,SEQUENCE(1000000),LAMBDA(a,b,a+b))' }),
    {
      steps: 100_000,
    },
  )
  expect(() => at('A2')).toThrow(StepBudgetExceeded)
})

test('the same seed gives the same random numbers, whatever is computed first', () => {
  const cells = { A1: '=RAND()', A2: '=RAND()', A3: '=RANDBETWEEN(1,1000000)' }
  const first = evaluated(sheet(cells))
  const second = evaluated(sheet(cells))
  const forwards = ['A1', 'A2', 'A3'].map(first.at)
  const backwards = ['A3', 'A2', 'A1'].map(second.at).toReversed()
  expect(backwards).toEqual(forwards)
  expect(forwards[0]).not.toBe(forwards[1])
  expect(evaluated(sheet(cells), { seed: 2 }).at('A1')).not.toBe(forwards[0])
})

test('what cannot be computed passes through IFERROR and names its cell', () => {
  const { evaluator } = evaluated(
    sheet({ A1: '=MYMACRO(1)', B1: '=IFERROR(A1,0)', C1: '=IF(TRUE,1,A1)', D1: '=ISERROR(A1)' }),
  )
  for (const col of [1, 3]) {
    const value = evaluator.value(0, 0, col)
    expect(value instanceof ExcelError && value.uncomputable).toEqual({ cell: 'Sheet1!A1', reason: 'vba: MYMACRO' })
  }
  expect(evaluator.value(0, 0, 2)).toBe(1)
})

test('the order in which cells are asked for does not matter', () => {
  const operand = (row: number) => fc.integer({ min: 1, max: Math.max(1, row - 1) }).map((other) => `A${other}`)
  const cell = (row: number) =>
    fc.oneof(
      fc.integer({ min: -5, max: 5 }).map((value): Scalar => value),
      fc
        .tuple(operand(row), fc.constantFrom('+', '*', '-', '/'), operand(row))
        .map((parts): Scalar => `=${parts.join('')}`),
      fc.tuple(operand(row), operand(row)).map(([a, b]): Scalar => `=SUM(${a}:${b})`),
      fc.tuple(operand(row), operand(row)).map(([a, b]): Scalar => `=IF(${a}>0,${b},"x")`),
      operand(row).map((a): Scalar => `=INDIRECT("${a}")&""`),
    )
  const column = fc.tuple(...Array.from({ length: 25 }, (_, i) => cell(i + 1)))
  fc.assert(
    fc.property(column, fc.integer(), (values, seed) => {
      const content = sheet(Object.fromEntries(values.map((value, i) => [`A${i + 1}`, value])))
      const rows = values.map((_, i) => i)
      const shuffled = rows.toSorted((a, b) => ((a * 7919 + seed) % 104_729) - ((b * 7919 + seed) % 104_729))
      const straight = evaluated(content)
      const mixed = evaluated(content)
      for (const row of shuffled) mixed.at(`A${row + 1}`)
      expect(rows.map((row) => mixed.at(`A${row + 1}`))).toEqual(rows.map((row) => straight.at(`A${row + 1}`)))
    }),
    { seed: 20_260_118, numRuns: 200 },
  )
})

test('precedents of a cell', () => {
  const { bound, evaluator } = evaluated(sheet({ A1: 1, A2: 2, B1: '=SUM(A1:A2)+IF(A1=1,C1,D1)+INDIRECT("A2")' }))
  const { sheet: index, row, col } = position(bound.workbook, 'B1')
  const areas = evaluator.precedents(index, row, col).map(({ top, left, bottom, right }) => [top, left, bottom, right])
  expect(areas).toEqual([
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 2, 0, 2],
    [1, 0, 1, 0],
  ])
})

test('a criterion that is a formula is asked of every record', () => {
  const { at } = evaluated(
    sheet({
      A1: 'name',
      A2: 'Ann',
      A3: 'Ben',
      A4: 'Cid',
      B1: 'age',
      B2: 30,
      B3: 40,
      B4: 50,
      D1: 'older',
      D2: '=B2>AVERAGE($B$2:$B$4)',
      E1: '=DGET(A1:B4,"name",D1:D2)',
    }),
  )
  expect(at('E1')).toBe('Cid')
})

describe('a criterion that names columns by their headings', () => {
  const database = {
    A1: 'Name',
    A2: 'Ann',
    A3: 'Ben',
    A4: 'Cid',
    B1: 'Qty',
    B2: 5,
    B3: 15,
    B4: 25,
    C1: 'Price',
    C2: 10,
    C3: 2,
    C4: 1,
    D1: 'computed',
  }
  const sum = (criterion: string, names: Record<string, string> = {}) =>
    evaluated({ sheets: { Sheet1: { ...database, D2: criterion, E1: '=DSUM(A1:C4,"Qty",D1:D2)' } }, names })

  test('is asked of every record, in its own cell it is no name', () => {
    const { at } = sum('=Qty>10')
    expect(at('E1')).toBe(40)
    expect(at('D2')).toBe('#NAME?')
  })
  test('may combine several columns and cells', () => {
    expect(sum('=AND(qty*Price>=$B$4,LEN(Name)=LEN(A2))').at('E1')).toBe(45)
  })
  test('takes a name of the workbook first', () => {
    expect(sum('=Qty>10', { Qty: 'Sheet1!$C$2' }).at('E1')).toBe(0)
  })
  test('is taken for a label where the file lists the name without a meaning', () => {
    expect(sum('=Qty>10', { Qty: '' }).at('E1')).toBe(40)
  })
  test('is not guessed where a function takes ranges', () => {
    expect(sum('=Qty>AVERAGE(Qty)').evaluator.value(0, 0, 4)).toMatchObject({ uncomputable: { cell: 'Sheet1!D2' } })
  })
})

test('a summary whose layout in Excel is not known has no value that IFERROR could hide', () => {
  const { evaluator } = evaluated(
    sheet({
      A1: 'a',
      B1: 1,
      C1: 2,
      D1: '{=IFERROR(INDEX(GROUPBY(A1:A1,B1:C1,HSTACK(SUM,MAX,MIN),0),1,1),"hidden")}',
    }),
  )
  expect(evaluator.value(0, 0, 3)).toMatchObject({ uncomputable: { cell: 'Sheet1!D1' } })
})

test('CELL tells whether a cell is locked, and how a text is aligned', () => {
  const centred = { alignment: { ...plainStyle.alignment, horizontal: 'center' } }
  const { at } = evaluated({
    ...sheet({
      A1: 'a',
      A2: 5,
      A3: '=CELL("prefix",A1)&CELL("protect",A1)',
      A4: '=CELL("prefix",A2)&CELL("protect",A2)',
    }),
    styles: { 'Sheet1!A1': centred, 'Sheet1!A2': { ...centred, locked: false } },
  })
  expect([at('A3'), at('A4')]).toEqual(['^1', '0'])
})

test.each([
  ['fr-FR', 'adresse', '$A$1'],
  ['fr-FR', 'Address', '$A$1'],
  ['de-AT', 'Spalte', 1],
  ['en-US', 'adresse', '#VALUE!'],
])('CELL in %s understands %s', (locale, word, expected) => {
  expect(evaluated(sheet({ B1: `=CELL("${word}",A1)` }), { locale }).at('B1')).toBe(expected)
})

test.each([
  ['en-US', '0,068', '67.10'],
  ['de-DE', '68,20', '0.067'],
])('TEXT in %s reads its code with the marks of the language', (locale, comma, point) => {
  const { at } = evaluated(sheet({ A1: '=TEXT(68.2,"00,00")', A2: '=TEXT(67.1,"00.00")' }), { locale })
  expect([at('A1'), at('A2')]).toEqual([comma, point])
})

test.each([
  ['ja-JP', '=CODE("あ")', 9250],
  ['ja-JP', '=CODE("①")', 11_553],
  ['ja-JP', '=CODE("熙")', 29_734],
  ['ja-JP', '=CODE("Ａ")', 9025],
  ['ja-JP', '=CODE("ｱ")', 177],
  ['ja-JP', '=CODE("A")', 65],
  ['ja-JP', '=CODE("😀")', 63],
  ['ja-JP', '=CHAR(9250)', 'あ'],
  ['ja-JP', '=CHAR(177)', 'ｱ'],
  ['ja-JP', '=CHAR(65)', 'A'],
  ['ja-JP', '=CHAR(10794)', '#VALUE!'],
  ['ja-JP', '=CHAR(256)', '#VALUE!'],
  ['ja-JP', '=USDOLLAR(-1234.5)', '($1,234.50)'],
  ['ja-JP', '=DOLLAR(-0.001,2)', '¥-0.00'],
  ['ja-JP', '=TEXT(10,"\\$0")', '¥$10'],
  ['ja-JP', '=TEXT(1234.5,"\\#,##0;\\-#,##0")', '¥1,235'],
  ['ja-JP', '=TEXT(1500,"[>1000]#,##0\\K;0")', '1,500¥K'],
  ['ja-JP', '=TEXT(5,"[水色]0.00")', '5.00'],
  ['ja-JP', '=TEXT(5,"[色12]0.00")', '5.00'],
  ['ja-JP', '=TEXT(5,"[色57]0.00")', '#VALUE!'],
  ['ja-JP', '=TEXT(5,"[Red]0.00")', '#VALUE!'],
  ['en-US', '=TEXT(10,"\\$0")', '$10'],
  ['en-US', '=CODE("あ")', 63],
  ['en-US', '=CHAR(177)', '±'],
])('in %s, %s is %s', (locale, formula, expected) => {
  expect(evaluated(sheet({ A1: formula }), { locale }).at('A1')).toBe(expected)
})

test.each([
  ['en-US', '($1,234.50)', '$7.00'],
  ['en-GB', '-£1,234.50', '£7.00'],
  ['ja-JP', '¥-1,235', '¥7'],
  ['de-DE', '-1.234,50 €', '7,00 €'],
  ['nl-NL', '€ -1.234,50', '€ 7,00'],
])('DOLLAR in %s writes %s and %s', (locale, negative, positive) => {
  const { at } = evaluated(sheet({ A1: '=DOLLAR(-1234.5)', A2: '=DOLLAR(7)' }), { locale })
  expect([at('A1'), at('A2')]).toEqual([negative, positive])
})

describe('what cannot be computed', () => {
  test('the cells that such an array reached in the file are as uncomputable as its first', () => {
    const content = {
      sheets: {
        Sheet1: {
          'A1:B3': '#=STOCKHISTORY("MSFT",1,5)',
          D1: '=SUM(B1:B3)',
          D2: '=B2*2',
          D3: '=ROWS(A1#)',
          D4: '=SUM(VSTACK(A1#,7))',
          D5: '=IFERROR(B3,1)',
          D6: '=INDIRECT("A1#")',
          D7: '=COUNT(B1:B3)',
          D8: '=SUM(B4:B9)',
        },
      },
    }
    const outputs = ['B3', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8']
    const workbook = compiled(content, [], outputs)
    const expected = Object.fromEntries(outputs.map((cell) => [cell, cell === 'D8' ? 0 : '#NAME? uncomputable']))
    expect(workbook.evaluate({})).toEqual(expected)
    expect(workbook.run({})).toEqual(expected)
  })

  test('where values stand depends on one that cannot be computed', () => {
    const cells = { A1: 3, A2: '=VBAFUNCTION()', A3: 1 }
    for (const formula of [
      'SORT(A1:A3)',
      'UNIQUE(A1:A3)',
      'TOCOL(A1:A3,1)',
      'SORTBY({1;2;3},A1:A3)',
      'ROWS(VBAFUNCTION())',
    ]) {
      const { evaluator } = evaluated({ sheets: { Sheet1: cells } })
      const { rows, cols, data } = evaluator.loose.textAt(formula, 0, 9, 9)
      expect([formula, rows, cols, data.map(isUncomputable)]).toEqual([formula, 1, 1, [true]])
    }
  })
})
