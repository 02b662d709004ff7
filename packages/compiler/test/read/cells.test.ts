import { errors } from '@sheetwright/runtime/values.ts'
import { expect, test } from 'vitest'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { buildWorkbook, workbookParts, zipParts } from '../workbook-builder.ts'
import { cellAt, readSample, valuesOf } from './read-sample.ts'

test('constants of every type keep it', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'Values',
        cells: {
          A1: 1.5,
          A2: 'text',
          A3: true,
          A4: false,
          A5: { error: '#N/A' },
          A6: { style: 0 },
          A7: '',
          A8: 1e-300,
          A9: '0',
        },
      },
    ],
  })
  expect(valuesOf(workbook)).toEqual({
    A1: 1.5,
    A2: 'text',
    A3: true,
    A4: false,
    A5: errors.na,
    A6: null,
    A7: '',
    A8: 1e-300,
    A9: '0',
  })
  expect(cellAt(workbook, 'A5')).toMatchObject({ kind: 'constant', value: errors.na })
})

test('a formula keeps its text and saved value apart, and no value is not a blank', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: 'B1<"a&b"', value: true },
          A2: { formula: 'B1&""', value: '' },
          A3: '=B1',
          A4: { formula: '1/0', error: '#DIV/0!' },
        },
      },
    ],
  })
  expect(cellAt(workbook, 'A1')).toEqual({
    kind: 'formula',
    formula: { kind: 'normal', text: 'B1<"a&b"', row: 0, col: 0 },
    saved: true,
    style: 0,
  })
  expect(cellAt(workbook, 'A2')).toMatchObject({ saved: '' })
  expect(cellAt(workbook, 'A3')).toMatchObject({ kind: 'formula', saved: undefined })
  expect(cellAt(workbook, 'A4')).toMatchObject({ saved: errors.div0 })
})

test('the cells of a shared formula point to one record with the place its text was written for', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        cells: {
          B2: { formula: 'A2*2', shared: 0, value: 2 },
          B3: { shared: 0, value: 4 },
          B4: { shared: 0, value: 6 },
          C3: { formula: 'A3', shared: 1, value: 2 },
        },
      },
    ],
  })
  const master = cellAt(workbook, 'B2')
  const follower = cellAt(workbook, 'B4')
  if (master?.kind !== 'formula' || follower?.kind !== 'formula') throw new Error('expected formulas')
  expect(master.formula).toEqual({ kind: 'normal', text: 'A2*2', row: 1, col: 1 })
  expect(follower.formula).toBe(master.formula)
  expect(cellAt(workbook, 'C3')).toMatchObject({ formula: { text: 'A3', row: 2, col: 2 } })
})

test('a shared formula may be used before its text comes', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'S', cells: { A1: { shared: 7, value: 1 }, A2: { formula: 'C2', shared: 7, value: 2 } } }],
  })
  expect(cellAt(workbook, 'A1')).toMatchObject({ kind: 'formula', formula: { text: 'C2', row: 1, col: 0 }, saved: 1 })
})

test('members of an array formula and of a spill are formula cells of their region', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: 'C1:C2*2', array: 'A1:A2', value: 2 },
          A2: 4,
          A3: 99,
          D1: { formula: '_xlfn.SEQUENCE(3)', dynamic: 'D1:D3', value: 1 },
          D2: 2,
          D3: 3,
        },
      },
    ],
  })
  expect(cellAt(workbook, 'A2')).toMatchObject({
    kind: 'formula',
    saved: 4,
    formula: { kind: 'array', text: 'C1:C2*2', row: 0, col: 0, range: { top: 0, left: 0, bottom: 1, right: 0 } },
  })
  expect(cellAt(workbook, 'A3')).toMatchObject({ kind: 'constant', value: 99 })
  expect(cellAt(workbook, 'D3')).toMatchObject({ saved: 3, formula: { kind: 'dynamic', text: '_xlfn.SEQUENCE(3)' } })
  expect(workbook.sheets[0]?.regions.map(({ kind }) => kind)).toEqual(['array', 'dynamic'])
})

test.each([
  ['ref="B2:B3" dt2D="0" dtr="0" r1="A1"', { shape: 'column', columnInput: { row: 0, col: 0 } }],
  ['ref="B2:C2" dt2D="0" dtr="1" r1="D4"', { shape: 'row', rowInput: { row: 3, col: 3 } }],
  [
    'ref="B2:C3" dt2D="1" dtr="1" r1="A1" r2="A2"',
    { shape: 'both', rowInput: { row: 0, col: 0 }, columnInput: { row: 1, col: 0 } },
  ],
  ['ref="B2:B3" r1="A1" del1="1"', { shape: 'column', columnInput: undefined }],
])('data table %s', async (dataTable, inputs) => {
  const workbook = await readSample({
    sheets: [{ name: 'S', cells: { B2: { dataTable, value: 5 }, B3: 7, C2: 8, C3: 9 } }],
  })
  expect(cellAt(workbook, 'B2')).toMatchObject({ kind: 'formula', saved: 5, formula: { kind: 'dataTable', inputs } })
  const [region] = workbook.sheets[0]?.regions ?? []
  const last = dataTable.includes('C3') ? 'C3' : dataTable.includes('C2') ? 'C2' : 'B3'
  const member = cellAt(workbook, last)
  expect(member?.kind === 'formula' && member.formula).toBe(region)
})

test('texts: shared, rich, phonetic, escaped, with white space, in CDATA', async () => {
  const strings =
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<si><t xml:space="preserve"> plain </t></si>' +
    '<si><r><rPr><b/></rPr><t>rich</t></r><r><t xml:space="preserve"> text</t></r></si>' +
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>' +
    '<si><t>a_x000D_b_x005F_x0041_</t></si>' +
    '<si><t><![CDATA[<&>]]></t></si><si/></sst>'
  const parts = workbookParts({ sheets: [{ name: 'S' }] })
  const cells = [0, 1, 2, 3, 4, 5].map((index) => `<c r="A${index + 1}" t="s"><v>${index}</v></c>`)
  parts['xl/sharedStrings.xml'] = strings
  parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
    '</Relationships>',
    '<Relationship Id="s" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>',
  )
  parts['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`
  const { workbook, diagnostics } = await readWorkbook(await zipParts(parts))
  expect(diagnostics).toEqual([])
  expect(workbook && valuesOf(workbook)).toEqual({
    A1: ' plain ',
    A2: 'rich text',
    A3: '東京',
    A4: 'a\rb_x0041_',
    A5: '<&>',
    A6: '',
  })
})

test('errors that older readers know only as #VALUE! are told apart by their metadata', async () => {
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    parts: {
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="e" vm="1"><v>#VALUE!</v></c><c t="e" vm="2"><v>#VALUE!</v></c><c t="e"><v>#VALUE!</v></c></row></sheetData></worksheet>',
      'xl/metadata.xml':
        '<metadata><metadataTypes><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE">' +
        '<bk><extLst><ext><rvb i="0"/></ext></extLst></bk><bk><extLst><ext><rvb i="1"/></ext></extLst></bk></futureMetadata>' +
        '<valueMetadata><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
      'xl/richData/values.xml': '<rvData><rv s="0"><v>8</v><v>0</v></rv><rv s="0"><v>13</v><v>0</v></rv></rvData>',
      'xl/richData/structures.xml':
        '<rvStructures><s t="_error"><k n="errorType" t="i"/><k n="subType" t="i"/></s></rvStructures>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
        '<Relationship Id="m" Type="x/sheetMetadata" Target="metadata.xml"/><Relationship Id="v" Type="x/rdRichValue" Target="richData/values.xml"/>' +
        '<Relationship Id="s" Type="x/rdRichValueStructure" Target="richData/structures.xml"/></Relationships>',
    },
  })
  const { workbook } = await readWorkbook(bytes)
  expect(workbook && valuesOf(workbook)).toEqual({ A1: errors.spill, B1: errors.calc, C1: errors.value })
})

test('cells and rows without references follow each other, and the last of two cells at one place counts', async () => {
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    parts: {
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c><c r="E2"><v>4</v></c><c><v>5</v></c></row>' +
        '<row r="9"><c r="A9"><v>6</v></c></row><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
    },
  })
  const { workbook } = await readWorkbook(bytes)
  expect(workbook && valuesOf(workbook)).toEqual({ A1: 7, A2: 3, A9: 6, B1: 2, E2: 4, F2: 5 })
  expect(workbook?.sheets[0]?.used).toEqual({ top: 0, left: 0, bottom: 8, right: 5 })
})

test.each([
  [false, '2024-02-29', 45351],
  [false, '1900-01-01', 1],
  [false, '1900-02-28T12:00:00', 59.5],
  [false, '1900-03-01', 61],
  [true, '1904-01-02T06:00:00Z', 1.25],
])('a date in a strict file (1904: %s) %s', async (date1904, text, serial) => {
  const bytes = await buildWorkbook({
    date1904,
    sheets: [{ name: 'S' }],
    parts: {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="d"><v>${text}</v></c></row></sheetData></worksheet>`,
    },
  })
  const { workbook } = await readWorkbook(bytes)
  expect(workbook && valuesOf(workbook)).toEqual({ A1: serial })
  expect(workbook?.date1904).toBe(date1904)
})

test('heights of rows that somebody set or that have several lines, not the usual ones', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'S' }],
    parts: {
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1" ht="15.75"/><row r="2" ht="30"/>' +
        '<row r="3" ht="12" customHeight="1"/></sheetData></worksheet>',
    },
  })
  const rows = [...(workbook.sheets[0]?.rows ?? [])].map(([row, { height }]) => [row, height])
  expect(rows).toEqual([
    [1, 30],
    [2, 12],
  ])
})
