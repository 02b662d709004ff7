import { errors } from '@sheetwright/runtime/values.ts'
import { expect, test } from 'vitest'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { writerOf } from '../../src/1-read/xls/writer.ts'
import { savedLocale } from '../../src/check/saved-locale.ts'
import type { Workbook } from '../../src/model/workbook.ts'
import {
  biff,
  brt,
  brtTokens,
  buildXls,
  buildXlsb,
  f64,
  join,
  longText,
  noText,
  shortText,
  u8,
  u16,
  u32,
  wide,
  xlsFormula,
} from './binary-builder.ts'
import { compound } from './compound-builder.ts'
import { cellAt, valuesOf } from './read-sample.ts'

const REL = 0xc000
const special = (kind: number, value = 0) => join(u8(kind, 0, value, 0, 0, 0), u16(0xffff))
/** A1 seen from B1, as stored in shared formulas. */
const leftNeighbour = u8(0x4c, 0, 0, 0xff, 0xc0)

async function readClean(bytes: Buffer): Promise<Workbook> {
  const { workbook, diagnostics } = await readWorkbook(bytes)
  if (!workbook || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return workbook
}

test('.xls: every kind of cell', async () => {
  const workbook = await readClean(
    buildXls(
      [
        {
          name: 'S',
          records: [
            biff(0x203, u16(0, 0, 0), f64(1.25)),
            biff(0x27e, u16(1, 0, 0), u32((7 << 2) | 2)),
            biff(0x27e, u16(2, 0, 0), u32((1234 << 2) | 3)),
            biff(0xbd, u16(3, 0), u16(0), u32((-2 << 2) | 2), u16(0), u32((3 << 2) | 2), u16(1)),
            biff(0xfd, u16(4, 0, 0), u32(1)),
            biff(0x204, u16(5, 0, 0), longText('old text')),
            biff(0x205, u16(6, 0, 0), u8(1, 0)),
            biff(0x205, u16(7, 0, 0), u8(0x2a, 1)),
            biff(0xbe, u16(8, 0), u16(0, 0), u16(1)),
            xlsFormula(9, 0, 3, u8(0x1e, 3, 0)),
            xlsFormula(9, 1, special(1, 1), u8(0x1d, 1)),
            xlsFormula(9, 2, special(2, 0x07), u8(0x1c, 7)),
            xlsFormula(9, 3, special(3), u8(0x17, 0, 0)),
            xlsFormula(9, 4, special(0), u8(0x17, 1, 0, 0x61)),
            biff(0x207, longText('a')),
          ],
        },
      ],
      [biff(0xfc, u32(2, 2), longText('first'), longText('second'))],
    ),
  )
  expect(workbook.format).toBe('xls')
  expect(workbook.grid).toEqual({ rows: 65_536, cols: 256 })
  expect(valuesOf(workbook)).toEqual({
    A1: 1.25,
    A2: 7,
    A3: 12.34,
    A4: -2,
    B4: 3,
    A5: 'second',
    A6: 'old text',
    A7: true,
    A8: errors.na,
    A9: null,
    B9: null,
    A10: 3,
    B10: true,
    C10: errors.div0,
    D10: '',
    E10: 'a',
  })
})

test('.xls: shared texts that run over the end of a record', async () => {
  const text = 'abcdefgh'
  const first = join(u32(2, 2), u16(3), u8(0), Buffer.from('one'), u16(8), u8(0), Buffer.from(text.slice(0, 4)))
  const workbook = await readClean(
    buildXls(
      [{ name: 'S', records: [biff(0xfd, u16(0, 0, 0), u32(0)), biff(0xfd, u16(1, 0, 0), u32(1))] }],
      [biff(0xfc, first), biff(0x3c, u8(1), Buffer.from(text.slice(4), 'utf16le'))],
    ),
  )
  expect(valuesOf(workbook)).toEqual({ A1: 'one', A2: text })
})

test('.xls: a text result that runs over the end of a record', async () => {
  const start = join(u16(6), u8(1), Buffer.from('日本', 'utf16le'))
  const workbook = await readClean(
    buildXls([
      {
        name: 'S',
        records: [
          xlsFormula(0, 0, special(0), u8(0x17, 1, 0, 0x61)),
          biff(0x207, start),
          biff(0x3c, u8(0), Buffer.from('ab')),
          biff(0x3c, u8(1), Buffer.from('語x', 'utf16le')),
        ],
      },
    ]),
  )
  expect(valuesOf(workbook)).toEqual({ A1: '日本ab語x' })
})

test('.xls: shared, array and data table formulas', async () => {
  const master = (row: number, col: number) => join(u8(0x01), u16(row, col))
  const workbook = await readClean(
    buildXls([
      {
        name: 'S',
        records: [
          xlsFormula(0, 1, 1, master(0, 1)),
          biff(0x4bc, u16(0, 1), u8(1, 1, 0, 2), u16(leftNeighbour.length), leftNeighbour),
          xlsFormula(1, 1, 2, master(0, 1)),
          xlsFormula(0, 3, 5, master(0, 3)),
          biff(0x221, u16(0, 1), u8(3, 3), u16(0), u32(0), u16(3), u8(0x1e, 5, 0)),
          xlsFormula(1, 3, 5, master(0, 3)),
          xlsFormula(4, 4, 7, join(u8(0x02), u16(4, 4))),
          biff(0x236, u16(4, 5), u8(4, 4), u16(0), u16(2, 0), u16(0, 0)),
          xlsFormula(5, 4, 8, join(u8(0x02), u16(4, 4))),
        ],
      },
    ]),
  )
  const [first, second] = [cellAt(workbook, 'B1'), cellAt(workbook, 'B2')]
  if (first?.kind !== 'formula' || second?.kind !== 'formula') throw new Error('expected formulas')
  expect(first.formula).toEqual({ kind: 'normal', text: 'A1', row: 0, col: 1 })
  expect(second.formula).toBe(first.formula)
  expect(cellAt(workbook, 'D2')).toMatchObject({
    saved: 5,
    formula: { kind: 'array', text: '5', range: { top: 0, bottom: 1, left: 3, right: 3 } },
  })
  expect(cellAt(workbook, 'E6')).toMatchObject({
    saved: 8,
    formula: { kind: 'dataTable', inputs: { shape: 'column', columnInput: { row: 2, col: 0 } } },
  })
})

test('.xls: a shared formula that would run over the edge is given to each such cell on its own', async () => {
  const above = u8(0x4c, 0xff, 0xff, 0, 0xc0)
  const workbook = await readClean(
    buildXls([
      {
        name: 'S',
        records: [
          xlsFormula(0, 0, 1, join(u8(1), u16(0, 0))),
          biff(0x4bc, u16(0, 2), u8(0, 0, 0, 3), u16(above.length), above),
          xlsFormula(1, 0, 1, join(u8(1), u16(0, 0))),
          xlsFormula(2, 0, 1, join(u8(1), u16(0, 0))),
        ],
      },
    ]),
  )
  const formulas = ['A1', 'A2', 'A3'].map((reference) => {
    const found = cellAt(workbook, reference)
    return found?.kind === 'formula' ? found.formula : undefined
  })
  expect(formulas[0]).toMatchObject({ text: 'A65536', row: 0 })
  expect(formulas[1]).toMatchObject({ text: 'A1', row: 1 })
  expect(formulas[2]).toBe(formulas[1])
})

test('.xls: names, comments, settings, links, validations, layout', async () => {
  const name = (flags: number, text: string, sheet: number, tokens: Buffer) =>
    biff(0x18, u16(flags), u8(0, text.length), u16(tokens.length, 0, sheet), u32(0), u8(0), Buffer.from(text), tokens)
  const workbook = await readClean(
    buildXls(
      [
        {
          name: 'S',
          records: [
            biff(0x0d, u16(0)),
            biff(0x0c, u16(9)),
            biff(0x11, u16(1)),
            biff(0x10, f64(0.01)),
            biff(0x9b),
            biff(0x208, u16(1, 0, 0, 300, 0, 0, 0x20, 0)),
            biff(0x208, u16(8, 0, 0, 400, 0, 0, 0x60, 0)),
            biff(0x7d, u16(1, 2, 2560, 0, 1)),
            biff(0x23e, u16(0x08)),
            biff(0x41, u16(1, 2)),
            biff(0xe5, u16(1, 0, 0, 0, 2)),
            biff(
              0x1be,
              u32(3 | 0x80 | 0x100 | (1 << 4) | 0x80000),
              longText('\0'),
              longText('Title'),
              longText('\0'),
              longText('Wrong'),
              u16(11, 0),
              u8(0x17, 8, 0),
              Buffer.from('a,b\0c d\0'),
              u16(0, 0),
              u16(1, 3, 3, 0, 0),
            ),
          ],
        },
      ],
      [
        biff(0x22, u16(1)),
        biff(0x0e, u16(0)),
        biff(0x1ae, u16(1, 0x0401)),
        biff(0x1ae, u16(1), longText('\u0001C\u0003book.xls'), longText('Rates')),
        biff(0x59, u16(1, 0)),
        biff(0x5a, u8(1, 0), u16(2), u8(1), f64(0.5), u8(2), longText('x')),
        biff(0x17, u16(1), u16(0, 0, 0)),
        name(0, 'input', 0, join(u8(0x3a), u16(0), u16(0, 0))),
        name(0x21, '\u000d', 1, join(u8(0x3b), u16(0), u16(0, 4, 0, 1))),
        biff(0x894, Buffer.alloc(12), u16(5, 4), u8(0), Buffer.from('INPUT'), u8(0), Buffer.from('note')),
      ],
    ),
  )
  expect(workbook.date1904).toBe(true)
  expect(workbook.calculation).toEqual({
    mode: 'manual',
    iterate: true,
    iterateCount: 9,
    iterateDelta: 0.01,
    fullPrecision: false,
    compatibilityVersion: 1,
  })
  expect(workbook.names).toEqual([
    { name: 'input', sheet: undefined, text: 'S!$A$1', comment: 'note', hidden: false, macro: 'none' },
    { name: '_xlnm._FilterDatabase', sheet: 0, text: 'S!$A$1:$B$5', comment: undefined, hidden: true, macro: 'none' },
  ])
  expect(workbook.externalLinks).toMatchObject([{ kind: 'workbook', target: 'C\\book.xls' }])
  expect(workbook.externalLinks[0]?.sheets[0]?.cells.get(2, 1)).toMatchObject({ value: 'x' })
  const [sheet] = workbook.sheets
  expect(sheet?.rows.get(1)).toMatchObject({ hidden: 'filter' })
  expect(sheet?.rows.get(8)).toMatchObject({ hidden: 'manual', height: 20 })
  expect(sheet).toMatchObject({
    columns: [{ first: 1, last: 2, width: expect.closeTo(10 - 5 / 7), hidden: true }],
    frozen: { rows: 2, cols: 1 },
    merges: [{ top: 0, left: 0, bottom: 0, right: 2 }],
    validations: [
      {
        type: 'list',
        items: ['a,b', 'c d'],
        errorStyle: 'warning',
        allowBlank: true,
        showError: true,
        errorTitle: 'Title',
        errorMessage: 'Wrong',
        ranges: [{ top: 3, left: 0, bottom: 3, right: 0 }],
      },
    ],
  })
})

test('.xls: styles', async () => {
  const font = (flags: number, color: number, weight: number, name: string) =>
    biff(0x31, u16(200, flags, color, weight, 0), u8(0, 0, 0, 0), shortText(name))
  const fonts = [0, 1, 2, 3].map(() => font(0, 0x7fff, 400, 'Arial'))
  const xf = (fontIndex: number, format: number, pattern: number, fore: number) =>
    biff(0xe0, u16(fontIndex, format, 0x08), u8(0x0b, 0, 0, 0), u32(0x01 | (10 << 16)), u32(pattern << 26), u16(fore))
  const workbook = await readClean(
    buildXls(
      [{ name: 'S', records: [biff(0x203, u16(0, 0, 1), f64(1))] }],
      [
        ...fonts,
        font(2, 10, 700, 'Fifth'),
        biff(0x41e, u16(164), longText('0.0"x"')),
        xf(0, 9, 0, 0),
        xf(5, 164, 1, 13),
      ],
    ),
  )
  expect(cellAt(workbook, 'A1')?.style).toBe(1)
  expect(workbook.styles[0]).toMatchObject({ numberFormat: '0%', fill: undefined })
  expect(workbook.styles[1]).toMatchObject({
    numberFormat: '0.0"x"',
    font: { name: 'Fifth', size: 10, bold: true, italic: true, color: '#FF0000' },
    fill: '#FFFF00',
    borders: { left: { style: 'thin', color: '#FF0000' } },
    alignment: { horizontal: 'right', wrap: true },
    quotePrefix: true,
    locked: false,
  })
})

test('.xls: document properties', async () => {
  const value = (type: number, ...body: Buffer[]) => join(u32(type), ...body)
  const text = (content: string) => value(30, u32(content.length + 1), Buffer.from(`${content}\0`))
  const section = (entries: readonly [number, Buffer][]) => {
    let at = 8 + entries.length * 8
    const offsets = entries.map(([id, body]) => {
      const entry = u32(id, at)
      at += body.length
      return entry
    })
    return join(u32(at, entries.length), ...offsets, ...entries.map(([, body]) => body))
  }
  const set = (...sections: Buffer[]) => {
    let at = 28 + sections.length * 20
    const heads = sections.map((body) => {
      const head = join(Buffer.alloc(16), u32(at))
      at += body.length
      return head
    })
    return join(Buffer.alloc(24), u32(sections.length), ...heads, ...sections)
  }
  const time = 13_358_000_000_000_000n * 10n
  const bytes = compound({
    Workbook: join(biff(0x809, u16(0x0600, 5, 0, 0), u32(0, 0)), biff(0x0a)),
    '\u0005SummaryInformation': set(
      section([
        [1, value(2, u16(1252, 0))],
        [4, text('Ann')],
        [18, text('Microsoft Excel')],
        [13, value(64, u32(Number(time & 0xffffffffn), Number(time >> 32n)))],
      ]),
    ),
    '\u0005DocumentSummaryInformation': set(
      section([[23, value(3, u32((16 << 16) | 300))]]),
      section([
        [0, join(u32(1, 2, 5), Buffer.from('Name\0'))],
        [1, value(2, u16(1252, 0))],
        [2, text('Premium')],
      ]),
    ),
  })
  const { properties } = await readClean(bytes)
  expect(properties).toMatchObject({
    creator: 'Ann',
    application: 'Microsoft Excel',
    applicationVersion: '16.0300',
    modified: new Date(Number(time / 10_000n) - 11_644_473_600_000).toISOString(),
  })
  expect(Object.fromEntries(properties.custom)).toEqual({ Name: 'Premium' })
})

test('.xls of Excel 95', async () => {
  const begin = (kind: number) => biff(0x809, u16(0x0500, kind, 0, 0))
  const sheet = join(
    begin(0x10),
    biff(0x204, u16(0, 0, 0), u16(2), u8(0x83, 0x41)),
    xlsFormula(1, 0, 2, join(u8(0x24), u16(0 | REL), u8(1), u8(0x1e), u16(1), u8(0x03))),
    biff(0x0a),
  )
  const entry = (at: number) => biff(0x85, u32(at), u16(0), u8(1), Buffer.from('S'))
  const head = (at: number) => join(begin(5), biff(0x42, u16(932)), entry(at), biff(0x0a))
  const workbook = await readClean(compound({ Book: join(head(head(0).length), sheet) }))
  expect(workbook.grid).toEqual({ rows: 16_384, cols: 256 })
  expect(valuesOf(workbook)).toEqual({ A1: 'ア', A2: 2 })
  expect(cellAt(workbook, 'A2')).toMatchObject({ formula: { text: 'B1+1' } })
})

test('.xlsb: cells, shared and array formulas, data tables', async () => {
  const head = (col: number) => u32(col, 0)
  const row = (index: number) => brt(0, u32(index, 0), u16(300), u8(0, 0, 0), u32(0))
  const number = (col: number, value: number, tokens: Buffer, extra: Buffer = Buffer.alloc(0)) =>
    brt(9, head(col), f64(value), u16(0), brtTokens(tokens, extra))
  const master = (rowIndex: number) => join(u8(0x01), u32(rowIndex))
  const left = join(u8(0x4c), u32(0), u16((-1 & 0x3fff) | REL))
  const workbook = await readClean(
    await buildXlsb(
      [
        {
          name: 'S',
          records: [
            row(0),
            brt(2, head(0), u32((5 << 2) | 2)),
            number(1, 5, master(0), u32(1)),
            brt(427, u32(0, 1, 1, 1), brtTokens(left)),
            brt(8, head(2), wide('t'), u16(0), brtTokens(join(u8(0x17), u16(1), u8(0x74, 0)))),
            brt(10, head(3), u8(1), u16(0), brtTokens(u8(0x1d, 1))),
            brt(11, head(4), u8(0x2a), u16(0), brtTokens(u8(0x1c, 0x2a))),
            row(1),
            brt(7, head(0), u32(1)),
            number(1, 6, master(0), u32(1)),
            brt(49, u32(1)),
            number(5, 1, master(1), u32(5)),
            brt(426, u32(1, 2, 5, 5), u8(0), brtTokens(u8(0x1e, 1, 0))),
            row(2),
            brt(5, head(5), f64(2)),
            number(7, 9, master(2), u32(7)),
            brt(428, u32(2, 3, 7, 7), u32(0, 0, 0, 0), u8(1)),
            brt(4, head(8), u8(0)),
            brt(3, head(9), u8(0x07)),
            brt(6, head(10), wide('inline')),
            brt(1, head(11)),
          ],
        },
      ],
      {
        parts: {
          'xl/strings.bin': join(brt(159), brt(19, u8(0), wide('zero')), brt(19, u8(0), wide('one')), brt(160)),
        },
        links: '<Relationship Id="q" Type="x/sharedStrings" Target="strings.bin"/>',
      },
    ),
  )
  expect(valuesOf(workbook)).toEqual({
    A1: 5,
    B1: 5,
    C1: 't',
    D1: true,
    E1: errors.na,
    A2: 'one',
    B2: 6,
    F2: 1,
    F3: 2,
    H3: 9,
    I3: false,
    J3: errors.div0,
    K3: 'inline',
    L3: null,
  })
  expect(cellAt(workbook, 'B2')).toMatchObject({ formula: { kind: 'normal', text: 'A1', row: 0, col: 1 } })
  expect(cellAt(workbook, 'F3')).toMatchObject({ saved: 2, formula: { kind: 'dynamic', text: '1', row: 1, col: 5 } })
  expect(cellAt(workbook, 'H3')).toMatchObject({
    formula: { kind: 'dataTable', inputs: { shape: 'row', rowInput: { row: 0, col: 0 } } },
  })
})

test('.xlsb: a blank cell that Excel for Mac writes once more behind the cells takes nothing away', async () => {
  const workbook = await readClean(
    await buildXlsb([
      {
        name: 'S',
        records: [
          brt(145),
          brt(0, u32(0, 0), u16(300), u8(0, 0, 0), u32(0)),
          brt(2, u32(0, 0), u32((5 << 2) | 2)),
          brt(146),
          brt(1, u32(0, 0)),
        ],
      },
    ]),
  )
  expect(cellAt(workbook, 'A1')).toMatchObject({ kind: 'constant', value: 5 })
})

test('.xlsb: names, settings, tables, validations', async () => {
  const table = join(
    brt(343, u32(0, 3, 0, 1), u32(0, 7, 1, 0, 0), u32(-1, -1, -1, -1, -1, -1, 0), wide('Sales'), wide('Sales')),
    brt(345),
    brt(347, u32(1, 0, -1, -1, -1, 0), noText, wide('Item'), noText),
    brt(347, u32(2, 6, -1, -1, -1, 0), noText, wide('Price'), noText),
    brt(351, u8(0), brtTokens(join(u8(0x18, 0x19), u16(0, 0x41), u32(7), u16(0, 0)))),
    brt(344),
  )
  const workbook = await readClean(
    await buildXlsb(
      [
        { name: 'S', tables: [table], records: [brt(0, u32(0, 0), u16(300), u8(0, 0x10)), brt(661, wide('t0'))] },
        {
          name: 'T',
          records: [
            brt(
              64,
              u32(1 | 0x100 | 0x80000 | (4 << 20)),
              u32(1),
              u32(0, 0, 2, 2),
              noText,
              wide('Wrong'),
              noText,
              noText,
              brtTokens(u8(0x1e, 17, 0)),
              brtTokens(Buffer.alloc(0)),
            ),
            // A list from another sheet, as an extension: ranges and formulas in the header, lengths before contents.
            brt(
              1053,
              u32(6),
              u32(1, 2, 2),
              u32(4, 4, 1, 1),
              u32(6, 8, 1, 1),
              u32(1, 2, 15, 0),
              join(u8(0x3b), u16(0), u32(0, 2), u16(0, 0)),
              u32(3 | 0x80000),
              wide('List'),
              noText,
              noText,
              wide('Choose'),
            ),
            brt(176, u32(0, 1, 0, 1)),
            brt(60, u32(1, 2, 2560, 0), u16(1)),
          ],
        },
      ],
      {
        book: [
          brt(153, u32(1)),
          brt(157, u32(0, 0, 50), f64(0.5), u32(0), u16(4)),
          brt(353),
          brt(357),
          brt(362, u32(1), u32(0, 1, 1)),
          brt(354),
          brt(
            39,
            u32(0),
            u8(0),
            u32(-1),
            wide('input'),
            brtTokens(join(u8(0x3a), u16(0), u32(0), u16(0))),
            wide('note'),
          ),
        ],
      },
    ),
  )
  expect(workbook.date1904).toBe(true)
  expect(workbook.calculation).toEqual({
    mode: 'manual',
    iterate: true,
    iterateCount: 50,
    iterateDelta: 0.5,
    fullPrecision: false,
    compatibilityVersion: 1,
  })
  expect(workbook.names).toEqual([
    { name: 'input', sheet: undefined, text: 'T!$A$1', comment: 'note', hidden: false, macro: 'none' },
  ])
  expect(workbook.tables).toMatchObject([
    {
      name: 'Sales',
      sheet: 0,
      range: { top: 0, left: 0, bottom: 3, right: 1 },
      headerRows: 1,
      totalsRows: 0,
      columns: [
        { name: 'Item' },
        { name: 'Price', totalsFunction: 'sum', calculatedFormula: 'Sales[[#This Row],[Item]]' },
      ],
    },
  ])
  expect(workbook.sheets[0]?.rows.get(0)?.hidden).toBe('manual')
  expect(workbook.sheets[1]).toMatchObject({
    validations: [
      {
        type: 'whole',
        operator: 'greaterThan',
        formula1: '17',
        formula2: undefined,
        errorMessage: 'Wrong',
        allowBlank: true,
      },
      {
        type: 'list',
        ranges: [
          { top: 4, left: 1, bottom: 4, right: 1 },
          { top: 6, left: 1, bottom: 8, right: 1 },
        ],
        formula1: 'T!$A$1:$A$3',
        formula2: undefined,
        items: undefined,
        errorTitle: 'List',
        promptMessage: 'Choose',
        showError: true,
        allowBlank: false,
      },
    ],
    merges: [{ top: 0, left: 0, bottom: 1, right: 1 }],
    columns: [{ first: 1, last: 2, width: expect.closeTo(10 - 5 / 7), hidden: true }],
  })
})

test('.xls: the regional settings under which it was saved decide how its saved texts are compared', async () => {
  const german = await readClean(buildXls([{ name: 'S', records: [] }], [biff(0x8c, u16(1, 49))]))
  expect(german.country).toBe(49)
  expect(savedLocale(german)).toBe('de-DE')
  const unsaid = await readClean(buildXls([{ name: 'S', records: [] }]))
  expect(savedLocale(unsaid)).toBe('en-US')
})

test('.xls: the first record says which application saved the file', async () => {
  const { properties } = await readClean(buildXls([{ name: 'S', records: [] }]))
  expect(properties).toMatchObject({ application: 'Microsoft Excel', applicationVersion: '8.0' })
  // As the three applications write it.
  const writer = (build: number, year: number, ...marks: readonly number[]) =>
    writerOf(biff(0x809, u16(0x0600, 5, build, year), u32(...marks)))?.application
  expect(writer(0x0dbb, 0x07cc, 0x41, 6)).toBe('Microsoft Excel')
  expect(writer(0x0dbb, 0x07cc, 0, 6)).toBe('LibreOffice or OpenOffice')
  expect(writer(0x2775, 0x07cd, 0x80c9, 0x0206)).toBe('Gnumeric')
})
