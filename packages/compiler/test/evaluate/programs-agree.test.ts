import { expect, test } from 'vitest'
import { compiled } from '../support/compiled.ts'

/** Names that only the call knows, and functions as values, must survive compilation to a program. */
/** A column of a table, with nothing but its name. */
const column = (name: string) => ({
  name,
  totalsFunction: undefined,
  totalsLabel: undefined,
  totalsFormula: undefined,
  calculatedFormula: undefined,
})

test.each([
  ['a criterion that names columns by their headings', '=Qty>$C$1', '=DSUM(A1:B4,"Qty",D1:D2)', 40, 25],
  ['several functions at once', 1, '{=SUM(DROP(GROUPBY(A2:A4,B2:B4*C1,HSTACK(SUM,COUNT),0,0),1,1))}', 453, 903],
  ['functions below each other', 1, '{=ROWS(GROUPBY(A2:A4,B2:B4*C1,VSTACK(SUM,MAX),0,0))}', 4, 4],
] as const)('%s: the program gives what the evaluator gives', (_, criterion, formula, first, second) => {
  const content = {
    sheets: {
      S: {
        A1: 'Name',
        A2: 'a',
        A3: 'b',
        A4: 'a',
        B1: 'Qty',
        B2: 5,
        B3: 15,
        B4: 25,
        C1: 10,
        D1: 'x',
        D2: criterion,
        E1: formula,
      },
    },
  }
  const program = compiled(content, ['S!C1'], ['S!E1'])
  for (const [input, expected] of [
    [10, first],
    [20, second],
  ] as const) {
    const inputs = { 'S!C1': input }
    expect(program.evaluate(inputs)).toEqual({ 'S!E1': expected })
    expect(program.run(inputs)).toEqual({ 'S!E1': expected })
  }
})

test('a LAMBDA with an optional parameter is given cells of the table row in an array formula', () => {
  const content = {
    sheets: {
      Sheet1: {
        A1: 'a',
        B1: 'b',
        C1: 'c',
        A2: 5,
        B2: 5.5,
        A3: 'x',
        B3: 7,
        'E2:F2': '#=--IsYear(T[@[a]:[b]],1)',
        'E3:F3': '{=--IsYear(T[@[a]:[b]])}',
      },
    },
    names: {
      IsYear:
        'LAMBDA(y,[d],MAP(y,LAMBDA(v,IFS(NOT(ISNUMBER(v)),FALSE,(N(d)=0)*(v<>INT(v)),FALSE,TRUE,ABS(v)<100000))))',
    },
    tables: [
      {
        name: 'T',
        sheet: 0,
        range: { top: 0, left: 0, bottom: 2, right: 2 },
        headerRows: 1,
        totalsRows: 0,
        columns: [column('a'), column('b'), column('c')],
      },
    ],
  }
  const workbook = compiled(content, ['A2'], ['F2', 'F3', 'E3'])
  expect(workbook.run({})).toEqual(workbook.evaluate({}))
  expect(workbook.evaluate({})).toEqual({ F2: 1, F3: 1, E3: 0 })
  expect(workbook.program.failure).toBeUndefined()
})

test('the sum of an array is its first error, whether or not a later element can be computed', () => {
  const content = {
    sheets: { S: { A1: 'x', A2: '=A3', A3: '=A2+B1', B1: 1, C1: '{=SUM(A1:A2*B1)}', C2: '{=SUM(B1:B2*A2)}' } },
  }
  const program = compiled(content, ['S!B1'], ['S!C1', 'S!C2'])
  const expected = { 'S!C1': '#VALUE!', 'S!C2': expect.stringContaining('uncomputable') }
  expect(program.evaluate({ 'S!B1': 2 })).toEqual(expected)
  expect(program.run({ 'S!B1': 2 })).toEqual(expected)
})

test.each([
  ['SUBTOTAL of moved rows', '=SUMPRODUCT(SUBTOTAL(9,OFFSET(A1:B1,ROW(A1:A3)-ROW(A1)+C1,0)))', 66, 55],
  ['SUMIF over sheets whose names are in cells', '=SUMPRODUCT(SUMIF(INDIRECT("\'"&D1:D2&"\'!A1:A3"),">"&C1))', 66, 65],
  ['places of AGGREGATE', '=SUM(AGGREGATE(14,6,A1:B3,{1,2}))+C1', 50, 51],
  ['a range as an array', '{=SUM(EDATE(+A1:A3,C1))}', 6, 99],
  ['a range as an array in SUMPRODUCT', '=SUMPRODUCT(WEEKNUM(+A1:A3)+C1)', 3, 6],
  ['a 3-D reference', '{=SUM(VSTACK(S:T!A1:A3)*(1+C1))}', 66, 132],
] as const)('%s: the program gives what the evaluator gives, for every input', (_, formula, first, second) => {
  const content = {
    sheets: {
      S: { A1: 1, A2: 2, A3: 3, B1: 10, B2: 20, B3: 30, C1: 0, D1: 'S', D2: 'T', E1: formula },
      T: { A1: 10, A2: 20, A3: 30 },
    },
  }
  for (const inputs of [['S!C1'], ['S!C1', 'S!D1', 'S!D2']]) {
    const program = compiled(content, inputs, ['S!E1'])
    for (const [input, expected] of [
      [0, first],
      [1, second],
    ] as const) {
      expect(program.evaluate({ 'S!C1': input })).toEqual({ 'S!E1': expected })
      expect(program.run({ 'S!C1': input })).toEqual({ 'S!E1': expected })
    }
  }
})

test('a table with the name of a function is a table where functions may be given too', () => {
  const content = {
    sheets: {
      S: {
        A1: 'a',
        A2: 5,
        A3: 7,
        C1: '{=SUM(VSTACK(Rate,1))}',
        C2: '{=LET(x,Rate,SUM(x))}',
        C3: '{=SUM(BYROW(Rate,_xleta.SUM))}',
      },
    },
    names: { SUM: 'S!$A$2' },
    tables: [
      {
        name: 'Rate',
        sheet: 0,
        range: { top: 0, left: 0, bottom: 2, right: 0 },
        headerRows: 1,
        totalsRows: 0,
        columns: [column('a')],
      },
    ],
  }
  const workbook = compiled(content, ['S!A2'], ['S!C1', 'S!C2', 'S!C3'])
  expect(workbook.run({})).toEqual(workbook.evaluate({}))
  expect(workbook.evaluate({})).toEqual({ 'S!C1': 13, 'S!C2': 12, 'S!C3': 12 })
})

test('what an iterated cycle reads is not settled by the value that the cycle happens to keep', () => {
  const content = {
    sheets: {
      S: {
        A1: '=IF(B1>1,"Y","Z")',
        B1: '=SUM(INDIRECT(A1&"!A1"))',
        C1: 2,
      },
      Y: { A1: 3 },
      Z: { A1: '=IF(S!C1>1,NA(),1)' },
    },
    calculation: { iterate: true },
  }
  const program = compiled(content, ['S!C1'], ['S!A1', 'S!B1'])
  for (const [input, name, sum] of [
    [2, '#N/A', '#N/A'],
    [0, 'Z', 1],
  ] as const) {
    const expected = { 'S!A1': name, 'S!B1': sum }
    expect(program.evaluate({ 'S!C1': input })).toEqual(expected)
    expect(program.run({ 'S!C1': input })).toEqual(expected)
  }
})

test.each([
  ['several columns of VLOOKUP', '{=VLOOKUP(A2,A1:C3,{2,3},0)}', [20, 200]],
  ['several rows of HLOOKUP', '{=HLOOKUP(A1,A1:C3,{1,3},0)*1}', [1, 3]],
  ['a sum over columns of VLOOKUP', '{=SUM(VLOOKUP(A2,A1:C3,{2,3},0)*2)}', [440, 440]],
  ['a range that EDATE refuses', '{=EDATE(A1:B1,1)}', ['#VALUE!', '#VALUE!']],
  ['a sum over a range that EOMONTH refuses', '{=SUM(EOMONTH(A1:B1,1)*1)}', ['#VALUE!', '#VALUE!']],
  ['an array that EDATE takes', '{=EDATE(A1:B1*1,1)}', [32, 41]],
] as const)('the cells of an array formula with %s are computed together', (_, formula, expected) => {
  const content = {
    sheets: { S: { A1: 1, B1: 10, C1: 100, A2: 2, B2: 20, C2: 200, A3: 3, B3: 30, C3: 300, 'E1:F1': formula } },
  }
  const workbook = compiled(content, ['S!A1', 'S!A2'], ['S!E1', 'S!F1'])
  expect(Object.values(workbook.evaluate({}))).toEqual(expected)
  expect(workbook.run({})).toEqual(workbook.evaluate({}))
})

test.each(['INDEX(INDIRECT(A1:B1),2)', 'INDEX(OFFSET(A3,A2:B2,0),1)', 'LOOKUP(25,INDIRECT(A1:B1))'])(
  '%s outside array formulas reads the cell in its column: references are taken as they are',
  (formula) => {
    const content = {
      sheets: {
        S: { A1: 'T!A1:A3', B1: 'T!B1:B3', A2: 0, B2: 1, A3: 10, A4: 20, C1: 0, B9: `=${formula}+C1` },
        T: { A1: 1, A2: 2, A3: 3, B1: 10, B2: 20, B3: 30 },
      },
    }
    for (const inputs of [['S!C1'], ['S!C1', 'S!A1', 'S!B1', 'S!B2']]) {
      const program = compiled(content, inputs, ['S!B9'])
      expect(program.evaluate({ 'S!C1': 1 })).toEqual({ 'S!B9': 21 })
      expect(program.run({ 'S!C1': 1 })).toEqual({ 'S!B9': 21 })
    }
  },
)

test.each([
  ['SUM(+A1:A3)', 6],
  ['SUM((+A1:A3))', 6],
  ['SUM(+Q)', 6],
  ['B2/SUM(+B1:B3)', 20 / 60],
  ['SUM(A1,+B1:B3)', 61],
  ['MAX(+A1:A3)', 3],
  ['MIN(+A1:A3,5)', 1],
  ['SUM(IF(A1>0,+A1:A3,0))', 6],
  ['SUM(CHOOSE(A1,+A1:A3))', 6],
  ['IF(AND(+A1:A3>0,+A1:A3),1,0)', 1],
  ['+A1:A3*2', 4],
])('%s in a line of its range: a unary plus leaves all cells to a function that takes ranges', (formula, expected) => {
  const content = {
    sheets: { S: { A1: 1, A2: 2, A3: 3, B1: 10, B2: 20, B3: 30, E2: `=${formula}` } },
    names: { Q: 'S!$A$1:$A$3' },
  }
  const program = compiled(content, ['S!A1', 'S!A2', 'S!B2'], ['S!E2'])
  expect(program.evaluate({})).toEqual({ 'S!E2': expected })
  expect(program.run({})).toEqual({ 'S!E2': expected })
})

test('bounds of criteria have 15 digits, as written and from a cell', () => {
  const third = (n: number) => `=C$1*${n}/3`
  const content = {
    sheets: {
      S: {
        ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`A${i + 1}`, third(i + 1)])),
        C1: 1,
        F1: '>0.6666666666666666',
        E1: '=COUNTIF(A1:A8,">0.6666666666666666")',
        E2: '=SUMIF(A1:A8,">0.6666666666666666")',
        E3: '=COUNTIF(A1:A8,F1)',
      },
    },
  }
  const program = compiled(content, ['S!C1', 'S!F1'], ['S!E1', 'S!E2', 'S!E3'])
  expect(program.evaluate({})).toMatchObject({ 'S!E1': 7, 'S!E3': 7 })
  expect(program.run({})).toEqual(program.evaluate({}))
})

test.each([
  ['{=VLOOKUP(A2,A1:C3,Cols,0)}', [20, 200]],
  ['{=VLOOKUP(A2,A1:C3,(Cols),0)}', [20, 200]],
  ['{=SUM(VLOOKUP(A2,A1:C3,Cols,0)*2)}', [440, 440]],
])('%s looks up all columns that a name lists', (formula, expected) => {
  const content = {
    sheets: { S: { A1: 1, B1: 10, C1: 100, A2: 2, B2: 20, C2: 200, A3: 3, B3: 30, C3: 300, 'E1:F1': formula } },
    names: { Cols: '{2,3}' },
  }
  const workbook = compiled(content, ['S!A2', 'S!C2'], ['S!E1', 'S!F1'])
  expect(Object.values(workbook.evaluate({}))).toEqual(expected)
  expect(workbook.run({})).toEqual(workbook.evaluate({}))
})

test.each(['COUNTIF(A1:A4,C1)', 'SUMIF(A1:A4,C1,B1:B4)', 'MAXIFS(B1:B4,A1:A4,C1)', 'SUMIFS(B1:B4,A1:A4,REPT("x",B4))'])(
  '%s refuses a criterion of more than 255 characters',
  (formula) => {
    const content = {
      sheets: {
        S: { A1: 'x', A2: 'y', A3: 'z', A4: 5, B1: 1, B2: 2, B3: 3, B4: 256, C1: 'x'.repeat(256), E1: `=${formula}` },
      },
    }
    for (const inputs of [['S!B1'], ['S!B1', 'S!C1'], ['S!A1', 'S!A2', 'S!A3', 'S!A4', 'S!B1', 'S!B4', 'S!C1']]) {
      const program = compiled(content, inputs, ['S!E1'])
      expect(program.evaluate({})).toEqual({ 'S!E1': '#VALUE!' })
      expect(program.run({})).toEqual({ 'S!E1': '#VALUE!' })
    }
  },
)

test('INDIRECT takes names of cells, and no name whose cells a function gives', () => {
  const content = {
    sheets: { S: { A1: 1, A2: 2, C1: 'Fixed', E1: '=SUM(INDIRECT(C1))', E2: '=SUM(Moved)' } },
    names: { Fixed: 'S!$A$1:$A$2', Moved: 'OFFSET(S!$A$1,0,0,2,1)', Loop: 'Loop' },
  }
  const program = compiled(content, ['S!C1'], ['S!E1', 'S!E2'])
  for (const [name, sum] of [
    ['Fixed', 3],
    ['Moved', '#REF!'],
  ] as const) {
    expect(program.evaluate({ 'S!C1': name })).toEqual({ 'S!E1': sum, 'S!E2': 3 })
    expect(program.run({ 'S!C1': name })).toEqual({ 'S!E1': sum, 'S!E2': 3 })
  }
})

// What Excel gives under its compatibility versions 1 and 2; LEFT and RIGHT are the same under both.
test.each([
  ['=LEN(A1)', 4, 3],
  ['=MID(A1,2,1)', '\ud83d', '😀'],
  ['=MID(A1,3,9)', '\ude00Z', 'Z'],
  ['=FIND("Z",A1)', 4, 3],
  ['=SEARCH("z",A1,2)', 4, 3],
  ['=SEARCH("?Z",A1&"bZ",4)', 5, 4],
  ['=REPLACE(A1,2,1,"X")', 'AX\ude00Z', 'AXZ'],
  ['=LEFT(A1,2)', 'A😀', 'A😀'],
  ['=RIGHT(A1,2)', '😀Z', '😀Z'],
  ['=LEFT(A1,3)', 'A😀Z', 'A😀Z'],
  ['=LEN("abc"&B1)', 4, 4],
  ['=TEXTBEFORE(A1,"Z")', 'A😀', 'A😀'],
])('%s counts characters as the workbook asks for', (formula, first, second) => {
  for (const [compatibilityVersion, expected] of [
    [1, first],
    [2, second],
  ] as const) {
    const content = { sheets: { S: { A1: 'x', B1: 7, C1: formula } }, calculation: { compatibilityVersion } }
    const program = compiled(content, ['S!A1'], ['S!C1'])
    expect(program.evaluate({ 'S!A1': 'A😀Z' })).toEqual({ 'S!C1': expected })
    expect(program.run({ 'S!A1': 'A😀Z' })).toEqual({ 'S!C1': expected })
  }
})

test('FORMULATEXT gives the formula of each cell of a range', () => {
  const content = {
    sheets: {
      S: {
        A1: '=1+1',
        A2: 5,
        A3: '=A2*2',
        B1: 'none',
        'C1:C3': '#=IFNA(FORMULATEXT(A1:A3),B1)',
        D1: '=FORMULATEXT(A1:A3)',
      },
    },
  }
  const program = compiled(content, ['S!B1'], ['S!C1', 'S!C2', 'S!C3', 'S!D1'])
  const expected = { 'S!C1': '=1+1', 'S!C2': 'no', 'S!C3': '=A2*2', 'S!D1': '=1+1' }
  expect(program.evaluate({ 'S!B1': 'no' })).toEqual(expected)
  expect(program.run({ 'S!B1': 'no' })).toEqual(expected)
})
