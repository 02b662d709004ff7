import type { CellSpec, SheetSpec, WorkbookSpec } from '../workbook-builder.ts'

export interface GoldenWorkbook extends WorkbookSpec {
  /** Functions that LibreOffice does not know: it is not asked for a second opinion. */
  readonly isOnlyForExcel?: boolean
}

/** Twenty small workbooks, one for each kind of code that programs are made of. Names say what an engine takes and gives. */
export const goldenWorkbooks: Readonly<Record<string, GoldenWorkbook>> = {
  arithmetic: model(
    { A1: 40, A2: 100_000, B1: '=A1/1000+0.5%', B2: '=ROUND(A2*B1,2)', B3: '=-B2^2%' },
    'A1 A2',
    'B2 B3',
  ),
  branches: model(
    {
      A1: 30,
      A2: 'M',
      B1: '=IF(A1<18,0,IF(A1<65,1,2))',
      B2: '=_xlfn.IFS(A2="M",B1*10,A2="F",B1*9,TRUE,NA())',
      B3: '=CHOOSE(B1+1,"child","adult","senior")',
    },
    'A1 A2',
    'B2 B3',
  ),
  errors: model(
    { A1: 0, B1: '=1/A1', B2: '=IFERROR(B1,-1)', B3: '=ISNA(MATCH(5,C1:C2,0))', C1: 1, C2: 2 },
    'A1',
    'B1 B2 B3',
  ),
  dates: model(
    {
      A1: 45_000,
      A2: 10,
      B1: '=EDATE(A1,A2*12)',
      B2: '=YEAR(B1)-YEAR(A1)',
      B3: '=YEARFRAC(A1,B1,1)',
      B4: '=DATE(YEAR(A1),MONTH(A1)+1,0)',
    },
    'A1 A2',
    'B1 B2 B3 B4',
  ),
  texts: model(
    {
      A1: 'Motor plus',
      B1: '=UPPER(LEFT(A1,FIND(" ",A1)-1))',
      B2: '=LEN(A1)&" letters"',
      B3: '=TEXT(1234.5,"#,##0.00")',
      B4: '=SUBSTITUTE(A1," ","-")',
    },
    'A1',
    'B1 B2 B3 B4',
  ),
  projection: model(
    {
      A1: 0.03,
      A2: 1000,
      ...column('B', 1, 12, (row) => (row === 1 ? '=A2' : `=B${row - 1}*(1+$A$1)`)),
      C1: '=SUM(B1:B12)',
    },
    'A1 A2',
    'B12 C1',
  ),
  lookups: model(
    {
      A1: 27,
      ...column('D', 1, 4, (row) => row * 10),
      ...column('E', 1, 4, (row) => row / 100),
      B1: '=VLOOKUP(A1,D1:E4,2)',
      B2: '=INDEX(E1:E4,MATCH(A1,D1:D4,1))',
      B3: '=LOOKUP(A1,D1:D4,E1:E4)',
    },
    'A1',
    'B1 B2 B3',
  ),
  crossTable: model(
    {
      A1: 'b',
      A2: 20,
      D1: 10,
      E1: 20,
      C2: 'a',
      C3: 'b',
      D2: 1,
      E2: 2,
      D3: 3,
      E3: 4,
      B1: '=INDEX(D2:E3,MATCH(A1,C2:C3,0),MATCH(A2,D1:E1,0))',
    },
    'A1 A2',
    'B1',
  ),
  conditionalSums: model(
    {
      A1: 'b',
      ...column('D', 1, 6, (row) => (row % 2 === 0 ? 'a' : 'b')),
      ...column('E', 1, 6, (row) => row),
      B1: '=SUMIFS(E1:E6,D1:D6,A1)',
      B2: '=COUNTIF(D1:D6,A1)',
      B3: '=AVERAGEIF(D1:D6,A1,E1:E6)',
      B4: '=SUMIF(E1:E6,">3")',
    },
    'A1',
    'B1 B2 B3 B4',
  ),
  products: model(
    {
      A1: 2,
      ...column('D', 1, 5, (row) => row),
      ...column('E', 1, 5, (row) => 6 - row),
      B1: '=SUMPRODUCT(D1:D5,E1:E5)*A1',
      B2: '=SUMPRODUCT((D1:D5>A1)*E1:E5)',
      B3: { formula: 'SUM(D1:D5*E1:E5)', array: 'B3:B3' },
    },
    'A1',
    'B1 B2 B3',
  ),
  payments: model(
    {
      A1: 0.05,
      A2: 10,
      A3: 1000,
      B1: '=PMT(A1/12,A2*12,-A3)',
      B2: '=NPV(A1,D1:D3)',
      B3: '=FV(A1,A2,-A3)',
      D1: 100,
      D2: 200,
      D3: 300,
    },
    'A1 A2 A3',
    'B1 B2 B3',
  ),
  movedReferences: model(
    {
      A1: 2,
      A2: 'D3',
      ...column('D', 1, 5, (row) => row * row),
      B1: '=SUM(OFFSET(D1,A1,0,2,1))',
      B2: '=INDIRECT(A2)+1',
      B3: '=SUM(D1:INDEX(D1:D5,A1))',
    },
    'A1 A2',
    'B1 B2 B3',
  ),
  otherSheets: {
    sheets: [
      { name: 'Model', cells: { A1: 3, B1: "='Rates 2026'!A1*A1+SUM(Costs:Taxes!A1)", B2: "='It''s'!A1" } },
      { name: 'Rates 2026', cells: { A1: 0.25 } },
      { name: 'Costs', cells: { A1: 12 } },
      { name: 'Taxes', cells: { A1: 7 } },
      { name: "It's", cells: { A1: '=Model!A1&"x"' } },
    ],
    names: ports('A1', 'B1 B2'),
  },
  names: {
    ...model({ A1: 5, B1: '=A1*Rate+Doubled', D1: 0.5 }, 'A1', 'B1'),
    names: [...ports('A1', 'B1'), { name: 'Rate', text: 'Model!$D$1' }, { name: 'Doubled', text: 'Model!$A$1*2' }],
  },
  tables: {
    sheets: [
      {
        name: 'Model',
        cells: {
          A1: 'Age',
          B1: 'Rate',
          A2: 20,
          B2: 0.1,
          A3: 30,
          B3: 0.2,
          A4: 40,
          B4: 0.3,
          D1: 30,
          E1: '=SUMIFS(Rates[Rate],Rates[Age],">="&D1)',
          E2: '=SUM(Rates[Rate])*D1',
        },
        tables: [{ name: 'Rates', range: 'A1:B4', columns: ['Age', 'Rate'] }],
      },
    ],
    names: ports('D1', 'E1 E2'),
  },
  blocks: {
    ...model(
      { A1: 'Age', B1: 'Sum', A2: 30, B2: 100, A3: 40, B3: 200, D1: '=SUM(B2:B3)', D2: '=MAX(A2:A3)' },
      '',
      'D1 D2',
    ),
    names: [{ name: 'Xinput_Lives', text: 'Model!$A$1:$B$3' }, ...ports('', 'D1 D2')],
  },
  iteration: {
    ...model({ A1: 1000, B1: '=A1+B2', B2: '=ROUND(B1*0.1,2)' }, 'A1', 'B1 B2'),
    calculation: 'iterate="1" iterateCount="100" iterateDelta="0.000001"',
  },
  whatIf: model(
    {
      A1: 2,
      B1: '=A1*A1+1',
      D1: '=B1',
      C2: 1,
      C3: 2,
      C4: 3,
      D2: { dataTable: 'ref="D2:D4" dt2D="0" dtr="0" r1="A1"', value: 2 },
      D3: { value: 5 },
      D4: { value: 10 },
      E1: '=SUM(D2:D4)',
    },
    'A1',
    'B1 E1',
  ),
  spills: {
    ...model(
      {
        A1: 2,
        ...column('D', 1, 5, (row) => row),
        B1: { formula: '_xlfn._xlws.FILTER(D1:D5,D1:D5>A1)', dynamic: 'B1:B3' },
        C1: '=SUM(_xlfn.ANCHORARRAY(B1))',
        C2: '=_xlfn.XLOOKUP(A1,D1:D5,D1:D5*10,"none")',
      },
      'A1',
      'C1 C2',
    ),
    isOnlyForExcel: true,
  },
  functions: {
    ...model(
      {
        A1: 5,
        B1: '=Factorial(A1)',
        B2: '=_xlfn.LET(_xlpm.a,A1*2,_xlpm.a+_xlpm.a^2)',
        B3: '=_xlfn.REDUCE(0,D1:D3,_xlfn.LAMBDA(_xlpm.s,_xlpm.v,_xlpm.s+_xlpm.v*A1))',
        D1: 1,
        D2: 2,
        D3: 3,
      },
      'A1',
      'B1 B2 B3',
    ),
    names: [
      ...ports('A1', 'B1 B2 B3'),
      { name: 'Factorial', text: '_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<2,1,_xlpm.n*Factorial(_xlpm.n-1)))' },
    ],
    isOnlyForExcel: true,
  },
}

function model(cells: NonNullable<SheetSpec['cells']>, inputs: string, outputs: string): WorkbookSpec {
  return { sheets: [{ name: 'Model', cells }], names: ports(inputs, outputs) }
}

/** Cells of the first sheet, separated by spaces. */
function ports(inputs: string, outputs: string): NonNullable<WorkbookSpec['names']> {
  return [...portsOf('Xinput_', inputs), ...portsOf('Xoutput_', outputs)]
}

function portsOf(prefix: string, cells: string): NonNullable<WorkbookSpec['names']> {
  return cells
    .split(' ')
    .filter(Boolean)
    .map((cell) => ({ name: `${prefix}at_${cell}`, text: `Model!${cell.replace(/^([A-Z])(\d+)$/, '$$$1$$$2')}` }))
}

function column(name: string, from: number, to: number, cell: (row: number) => CellSpec): Record<string, CellSpec> {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return Object.fromEntries(rows.map((row) => [`${name}${row}`, cell(row)]))
}
