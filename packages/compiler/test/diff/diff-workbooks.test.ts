import { describe, expect, it } from 'vitest'
import { alignLists } from '../../src/diff/align-lists.ts'
import { diffWorkbooks } from '../../src/diff/diff-workbooks.ts'
import { makeWorkbook, type SheetContent } from '../support/make-workbook.ts'

function diff(before: SheetContent, after: SheetContent) {
  const result = diffWorkbooks(makeWorkbook({ sheets: { S: before } }), makeWorkbook({ sheets: { S: after } }))
  return { ...result, shown: result.changes.map(({ kind, range, cells }) => `${kind} ${range} ${cells}`) }
}

/** Formulas over many rows and columns, with labels. */
function model(rows: number, formula: (row: number, col: string) => string, down = 0): SheetContent {
  const cells: Record<string, string | number> = {}
  for (let row = 1; row <= rows; row++) {
    const at = row + down
    cells[`A${at}`] = `Month ${row}`
    cells[`B${at}`] = row
    for (const col of 'CDEF') cells[`${col}${at}`] = formula(at, col)
  }
  return cells
}

const noColumns = { columnsInserted: 0, columnsRemoved: 0 }

describe('comparing workbooks', () => {
  it('shows a column that changed once, and one changed formula among 30,000 alone', () => {
    const plain = (row: number, col: string) => `=B${row}*2+${col.charCodeAt(0)}`
    const before = model(7500, plain)
    expect(diff(before, before)).toMatchObject({ shown: [], changedCells: 0, sheets: [] })
    const column = model(7500, (row, col) => (col === 'D' ? `=B${row}*3` : plain(row, col)))
    expect(diff(before, column).shown).toEqual(['formula D1:D7500 7500'])
    const { changes } = diff(before, { ...before, E4711: '=B4711*2+70' })
    expect(changes).toMatchObject([
      { range: 'E4711', before: { formula: '=B4711*2+69' }, after: { formula: '=B4711*2+70' } },
    ])
  })

  it('takes what only moved with inserted rows for the same', () => {
    const formula = (row: number, col: string) => `=B${row}*2+${col.charCodeAt(0)}+$B$${row}`
    const { shown, sheets } = diff(model(50, formula), { ...model(50, formula, 2), A1: 'A title', A2: 'And a line' })
    expect(shown).toEqual(['added A1:A2 2'])
    expect(sheets).toEqual([{ name: 'S', change: 'changed', rowsInserted: 2, rowsRemoved: 0, ...noColumns }])
  })

  it('takes what only moved with inserted columns for the same, also where other sheets and names refer to it', () => {
    const rates = (a: string, b: string, c: string) => ({
      A1: 'Age',
      [`${a}1`]: 'Men',
      [`${b}1`]: 'Women',
      [`${c}1`]: 'Mean',
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => i + 2).flatMap((row): [string, string | number][] => [
          [`A${row}`, 20 + row],
          [`${a}${row}`, row / 100],
          [`${b}${row}`, row / 200],
          [`${c}${row}`, `=($${a}${row}+${b}$${row})/2+LOG10(${a}${row})`],
        ]),
      ),
    })
    const book = (sheet: SheetContent, mean: string, men: string) =>
      makeWorkbook({
        sheets: {
          'Rates 1': sheet,
          料率: {
            A1: 'Sum',
            B1: `=SUM('Rates 1'!${mean}2:${mean}41)`,
            B2: `=SUM('Rates 1'!${mean}:${mean})`,
            B3: `=VLOOKUP(30,'Rates 1'!$A$2:$${mean}$41,2)&"${men}2"`,
          },
        },
        names: { Means: `'Rates 1'!$${mean}$2:$${mean}$41` },
      })
    const before = book(rates('B', 'C', 'D'), 'D', 'B')
    const inserted = { ...rates('C', 'D', 'E'), B1: 'Source', B2: 'Office' }
    const result = diffWorkbooks(before, book(inserted, 'E', 'B'))
    expect(result.changes.map(({ kind, range }) => `${kind} ${range}`)).toEqual(['added B1:B2'])
    expect(result).toMatchObject({
      sheets: [{ name: 'Rates 1', rowsInserted: 0, rowsRemoved: 0, columnsInserted: 1, columnsRemoved: 0 }],
      names: [],
    })
    // The reverse: a removed column, one changed formula, and a text that only looks like a reference.
    const back = diffWorkbooks(book({ ...inserted, E7: '=$C7' }, 'E', 'B'), book(rates('B', 'C', 'D'), 'D', 'C'))
    expect(back.changes.map(({ kind, range, before: was }) => `${kind} ${range} ${was?.cell}`)).toEqual([
      'formula D7 E7',
      'formula B3 B3',
      'removed B1:B2 B1',
    ])
    expect(back.sheets[0]).toMatchObject({ columnsInserted: 0, columnsRemoved: 1 })
  })

  it('follows references to sheets with an apostrophe in their names', () => {
    const rates = (column: string) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i): [string, string | number][] => [
          [`A${i + 1}`, `Age ${i}`],
          [`${column}${i + 1}`, i / 100],
        ]).flat(),
      )
    const book = (sheet: SheetContent, column: string) =>
      makeWorkbook({ sheets: { "Men's": sheet, S: { A1: `=SUM('Men''s'!${column}1:${column}20)&"it's B1"` } } })
    const same = diffWorkbooks(book(rates('B'), 'B'), book({ ...rates('C'), B1: 'Source' }, 'C'))
    expect(same.changes.map(({ kind, range }) => `${kind} ${range}`)).toEqual(['added B1'])
  })

  it('takes a row and a column that were inserted at the same time for what they are', () => {
    const sheet = (label: string, first: string, second: string, down: number) =>
      Object.fromEntries(
        ['Age', 'Sum', 'Rate', 'Loading', 'Premium'].flatMap((name, i): [string, string | number][] => [
          [`${label}${i + 1 + (i > 1 ? down : 0)}`, name],
          [`${first}${i + 1 + (i > 1 ? down : 0)}`, i * 7],
          [`${second}${i + 1 + (i > 1 ? down : 0)}`, `=${first}${i + 1 + (i > 1 ? down : 0)}*$${first}$1`],
        ]),
      )
    const { shown, sheets } = diff(sheet('A', 'B', 'C', 0), { ...sheet('B', 'C', 'D', 1), A1: 'No', B3: 'Term', C3: 9 })
    expect(shown).toEqual(['added A1 1', 'added B3:C3 2'])
    expect(sheets).toEqual([
      { name: 'S', change: 'changed', rowsInserted: 1, rowsRemoved: 0, columnsInserted: 1, columnsRemoved: 0 },
    ])
  })

  it('tells constants, formulas typed over, new and removed cells apart', () => {
    const { shown } = diff(
      { A1: 'Rate', B1: 1, B2: '=B1', B3: 5, B4: 'gone', A5: 'End' },
      { A1: 'Rate', B1: 2, B2: 7, B3: '=B1', C1: 'new', A5: 'End' },
    )
    expect(shown).toEqual([
      'formulaToConstant B2 1',
      'constantToFormula B3 1',
      'constant B1 1',
      'added C1 1',
      'removed B4 1',
    ])
  })

  it('shows sheets and names that came and went', () => {
    const before = makeWorkbook({ sheets: { S: { A1: 1 }, Old: { A1: 1 } }, names: { Rate: 'S!$A$1' } })
    const after = makeWorkbook({ sheets: { S: { A1: 1 }, New: { A1: 1 } }, names: { Rate: 'S!$A$2' } })
    const { sheets, names } = diffWorkbooks(before, after)
    expect(sheets.map(({ name, change }) => `${change} ${name}`)).toEqual(['removed Old', 'added New'])
    expect(names).toEqual([{ name: 'Rate', before: 'S!$A$1', after: 'S!$A$2' }])
  })
})

describe('aligning lists', () => {
  it('pairs what stayed, in order', () => {
    expect(alignLists(['a', 'b', 'c'], ['x', 'a', 'b', 'c'])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(alignLists(['a', 'b', 'c', 'd'], ['a', 'q', 'c', 'd'])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(alignLists(['a', 'b', 'c', 'd'], ['a', 'd'])).toEqual([
      [0, 0],
      [3, 1],
    ])
  })

  it('lists changed constants one by one, and tables that grew', () => {
    const table = (bottom: number, columns: string[]) => ({
      name: 'Rates',
      sheet: 0,
      range: { top: 0, left: 0, bottom, right: columns.length - 1 },
      headerRows: 1,
      totalsRows: 0,
      columns: columns.map((name) => ({
        name,
        totalsFunction: undefined,
        totalsLabel: undefined,
        totalsFormula: undefined,
        calculatedFormula: undefined,
      })),
    })
    const before = makeWorkbook({ sheets: { S: { A1: 'Age', B1: 'Rate', A2: 1, B2: 5, A3: 2, B3: 6 } } })
    const after = makeWorkbook({ sheets: { S: { A1: 'Age', B1: 'Rate', A2: 1, B2: 7, A3: 2, B3: 8 } } })
    const { changes, tables } = diffWorkbooks(
      { ...before, tables: [table(2, ['Age', 'Rate'])] },
      { ...after, tables: [table(4, ['Age', 'Factor'])] },
    )
    expect(changes).toMatchObject([
      {
        range: 'B2:B3',
        values: [
          { cell: 'B2', before: 5, after: 7 },
          { cell: 'B3', before: 6, after: 8 },
        ],
      },
    ])
    expect(tables).toEqual([
      {
        name: 'Rates',
        change: 'changed',
        before: 'S!A1:B3',
        after: 'S!A1:B5',
        rows: { before: 2, after: 4 },
        columnsAdded: ['Factor'],
        columnsRemoved: ['Rate'],
      },
    ])
  })
})
