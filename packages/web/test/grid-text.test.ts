import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseClipboard, pasted, writeClipboard } from '../src/ui/grid/grid-text.ts'

describe('the clipboard of a grid', () => {
  it('reads what spreadsheets write: tabs, lines, quotes around what holds either', () => {
    expect(parseClipboard('Age\tName\r\n41\t"two\nlines"\r\n')).toEqual([
      ['Age', 'Name'],
      ['41', 'two\nlines'],
    ])
    expect(parseClipboard('"say ""hi"""\t')).toEqual([['say "hi"', '']])
  })

  it('takes a quote that never closes for a quote', () => {
    expect(parseClipboard('"5 inch')).toEqual([['"5 inch']])
  })

  it('gives back every table it wrote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', '\t', '\n', '保') })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
      // One line break at the end belongs to the format, not to the cells.
      .filter((rows) => rows.length > 1 || rows[0]?.some((value) => value !== '') === true)
      .filter((rows) => rows.at(-1)?.some((value) => value !== '') === true)
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseClipboard(writeClipboard(rows))).toEqual(rows)
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})

describe('pasting', () => {
  it('lays a block over the rows, adds rows up to the limit and drops what lies outside', () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ]
    const block = [
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7', '8', '9'],
    ]
    expect(pasted(rows, { row: 1, col: 1 }, block, { columns: 2, maxRows: 3 })).toEqual([
      ['a', 'b'],
      ['c', '1'],
      ['', '4'],
    ])
  })
})
