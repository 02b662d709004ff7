import { ExcelError, errors } from '@sheetwright/runtime/values.ts'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/1-read/limits.ts'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { ZipPackage } from '../../src/1-read/zip-package.ts'
import { parseCell, parseRange } from '../../src/model/address.ts'
import type { Workbook } from '../../src/model/workbook.ts'
import type { CellValue, WorkbookChanges } from '../../src/write-back/changes.ts'
import { type WriteOptions, writeWorkbook } from '../../src/write-back/write-workbook.ts'
import { buildXls } from '../read/binary-builder.ts'
import { cellAt, valuesOf } from '../read/read-sample.ts'
import { buildWorkbook, workbookParts, zipParts } from '../workbook-builder.ts'

function at(reference: string, value: CellValue['value'], sheet = 0): CellValue {
  const position = parseCell(reference)
  if (!position) throw new Error(reference)
  return { sheet, ...position, value }
}

async function read(bytes: Uint8Array): Promise<Workbook> {
  const { workbook, diagnostics } = await readWorkbook(bytes)
  if (!workbook || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return workbook
}

async function write(bytes: Buffer, changes: Partial<WorkbookChanges>, options?: WriteOptions) {
  const result = await writeWorkbook(bytes, await read(bytes), { inputs: [], results: [], ...changes }, options)
  if (!result.bytes) throw new Error(JSON.stringify(result.diagnostics))
  return { bytes: result.bytes, workbook: await read(result.bytes) }
}

async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await ZipPackage.open(bytes, defaultLimits)
  const parts = new Map<string, string>()
  for (const name of zip.partNames()) parts.set(name, (await zip.readWhole(name)).toString('utf8'))
  return parts
}

test('inputs of every type and results are in place; the formulas stay', async () => {
  const bytes = await buildWorkbook({
    sheets: [
      { name: 'Other', cells: { A1: 5 } },
      {
        name: 'Model',
        cells: {
          A1: { value: 1, style: 1 },
          A2: 'old',
          A3: true,
          A4: 4,
          B1: { formula: 'A1*2', value: 2, style: 1 },
          B2: { formula: 'A2&"!"', value: 'old!' },
          B3: { formula: 'NA()', error: '#N/A' },
          B4: { formula: 'A4=4', value: true },
          B5: '=A1',
        },
      },
    ],
    formats: ['0.00'],
  })
  const { workbook } = await write(bytes, {
    inputs: [at('A1', 10.5, 1), at('A2', 'a <b> & "c"\r\n_x0041_', 1), at('A3', false, 1), at('A4', null, 1)],
    results: [at('B1', 21, 1), at('B2', ' spaced ', 1), at('B3', 0, 1), at('B4', errors.div0, 1), at('B5', 10.5, 1)],
  })
  expect(valuesOf(workbook, 1)).toEqual({
    A1: 10.5,
    A2: 'a <b> & "c"\r\n_x0041_',
    A3: false,
    A4: null,
    B1: 21,
    B2: ' spaced ',
    B3: 0,
    B4: errors.div0,
    B5: 10.5,
  })
  expect(cellAt(workbook, 'A1', 1)?.style).toBe(1)
  expect(cellAt(workbook, 'B1', 1)).toMatchObject({ formula: { text: 'A1*2' }, style: 1 })
  expect(cellAt(workbook, 'B2', 1)).toMatchObject({ formula: { text: 'A2&"!"' } })
  expect(valuesOf(workbook, 0)).toEqual({ A1: 5 })
})

test('every other part is the same, byte for byte, and so is every other cell', async () => {
  const media = Buffer.from([0, 1, 2, 255])
  const bytes = await buildWorkbook({
    sheets: [
      {
        name: 'S',
        beforeXml: '<sheetPr codeName="x"/><!-- kept -->',
        cells: { A1: 1, B1: 'x', C1: { formula: 'A1', value: 1 } },
        afterXml: '<drawing r:id="rId9"/><extLst><ext uri="{1}"><x>&#x41;&gt;</x></ext></extLst>',
      },
      { name: 'T', cells: { A1: '=S!A1' } },
    ],
    parts: { 'xl/media/image1.png': media, 'xl/charts/chart1.xml': '<c:chart xmlns:c="c"><c:v>1</c:v></c:chart>' },
  })
  const before = await partsOf(bytes)
  const { bytes: written } = await write(bytes, { inputs: [at('A1', 2)], results: [at('C1', 2)] })
  const after = await partsOf(written)
  expect([...after.keys()]).toEqual([...before.keys()])
  const changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name))
  expect(changed.toSorted()).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml'])
  expect(after.get('xl/worksheets/sheet1.xml')).toBe(
    before
      .get('xl/worksheets/sheet1.xml')
      ?.replace('<c r="A1"><v>1</v></c>', '<c r="A1"><v>2</v></c>')
      .replace('<f>A1</f><v>1</v>', '<f>A1</f><v>2</v>'),
  )
  expect(after.get('xl/workbook.xml')).toContain('<calcPr calcId="191029" fullCalcOnLoad="1"/>')
})

test('a value that is as saved leaves the cell untouched, rich text included', async () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r></is></c><c r="B1"><v>1.50</v></c></row></sheetData></worksheet>'
  const bytes = await buildWorkbook({ sheets: [{ name: 'S' }], parts: { 'xl/worksheets/sheet1.xml': sheet } })
  const { bytes: written } = await write(bytes, { inputs: [at('A1', 'bold')], results: [at('B1', 1.5)] })
  expect((await partsOf(written)).get('xl/worksheets/sheet1.xml')).toBe(sheet)
})

test('cells that the file does not hold are added in order, in old and new rows', async () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:cols><x:col min="4" max="4" style="1"/></x:cols><x:sheetData><x:row r="2" spans="2:2"><x:c r="B2"><x:v>1</x:v></x:c></x:row>' +
    '<x:row r="4" s="1" customFormat="1"/></x:sheetData></x:worksheet>'
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    formats: ['0'],
    parts: { 'xl/worksheets/sheet1.xml': sheet },
  })
  const { bytes: written, workbook } = await write(bytes, {
    inputs: [at('D9', 6), at('A2', 'first'), at('D2', 3), at('A1', true), at('A3', 4), at('C4', 5), at('E5', null)],
  })
  expect(valuesOf(workbook)).toEqual({ A1: true, A2: 'first', B2: 1, D2: 3, A3: 4, C4: 5, D9: 6 })
  expect(cellAt(workbook, 'D2')?.style).toBe(1)
  expect(cellAt(workbook, 'C4')?.style).toBe(1)
  const text = (await partsOf(written)).get('xl/worksheets/sheet1.xml') ?? ''
  expect([...text.matchAll(/ r="([A-Z]+\d+)"/g)].map(([, reference]) => reference)).toEqual([
    'A1',
    'A2',
    'B2',
    'D2',
    'A3',
    'C4',
    'D9',
  ])
  expect(text).not.toContain('spans')
})

test('an empty sheet takes cells', async () => {
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>' },
  })
  const { workbook } = await write(bytes, { inputs: [at('B2', 'x')] })
  expect(valuesOf(workbook)).toEqual({ B2: 'x' })
})

test('an input on a formula takes its place, and the calculation chain goes', async () => {
  const parts = workbookParts({
    sheets: [{ name: 'S', cells: { A1: { formula: '1+1', value: 2 }, A2: { formula: 'A1', value: 2 } } }],
  })
  parts['xl/calcChain.xml'] = '<calcChain><c r="A1" i="1"/><c r="A2"/></calcChain>'
  parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
    '</Relationships>',
    '<Relationship Id="c" Type="x/calcChain" Target="calcChain.xml"/></Relationships>',
  )
  parts['[Content_Types].xml'] = String(parts['[Content_Types].xml']).replace(
    '</Types>',
    '<Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>',
  )
  const bytes = await zipParts(parts)
  const kept = await write(bytes, { results: [at('A2', 3)] })
  expect((await partsOf(kept.bytes)).has('xl/calcChain.xml')).toBe(true)
  const dropped = await write(bytes, { inputs: [at('A1', 7)], results: [at('A2', 7)] })
  expect(cellAt(dropped.workbook, 'A1')).toEqual({ kind: 'constant', value: 7, style: 0 })
  expect(cellAt(dropped.workbook, 'A2')).toMatchObject({ saved: 7, formula: { text: 'A1' } })
  const after = await partsOf(dropped.bytes)
  expect(after.has('xl/calcChain.xml')).toBe(false)
  expect(after.get('xl/_rels/workbook.xml.rels')).not.toContain('calcChain')
  expect(after.get('[Content_Types].xml')).not.toContain('calcChain')
})

test('where the first cell of a shared formula becomes a value, the next one takes over its text', async () => {
  const cells = {
    B2: { formula: '_xlfn.CONCAT($A$1,A2,"A2",Sheet2!C2:C$9)', shared: 0, value: 'x' },
    B3: { shared: 0, value: 'y' },
    B4: { shared: 0, value: 'z' },
  }
  const bytes = await buildWorkbook({ sheets: [{ name: 'S', cells }, { name: 'Sheet2' }] })
  const { workbook } = await write(bytes, { inputs: [at('B2', 1)], results: [at('B4', 'new')] })
  expect(cellAt(workbook, 'B2')).toMatchObject({ kind: 'constant', value: 1 })
  const formula = { text: '_xlfn.CONCAT($A$1,A3,"A2",Sheet2!C3:C$9)', row: 2, col: 1 }
  expect(cellAt(workbook, 'B3')).toMatchObject({ saved: 'y', formula })
  expect(cellAt(workbook, 'B4')).toMatchObject({ saved: 'new', formula })
})

test('a spill that grew or shrank', async () => {
  const bytes = await buildWorkbook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: '_xlfn.SEQUENCE(3)', dynamic: 'A1:A3', value: 1 },
          A2: 2,
          A3: 3,
          C1: { formula: '_xlfn.SEQUENCE(1)', dynamic: 'C1', value: 1 },
        },
      },
    ],
  })
  const range = (text: string) => parseRange(text) ?? { top: 0, left: 0, bottom: 0, right: 0 }
  const { workbook } = await write(bytes, {
    results: [at('A1', 1), at('A2', 2), at('C1', 1), at('C2', 2)],
    spills: [
      { sheet: 0, row: 0, col: 0, range: range('A1:A2') },
      { sheet: 0, row: 0, col: 2, range: range('C1:C2') },
    ],
  })
  expect(valuesOf(workbook)).toEqual({ A1: 1, A2: 2, A3: null, C1: 1, C2: 2 })
  expect(cellAt(workbook, 'A3')?.kind).toBe('constant')
  expect(cellAt(workbook, 'A2')).toMatchObject({ kind: 'formula', formula: { kind: 'dynamic', range: range('A1:A2') } })
  expect(cellAt(workbook, 'C2')).toMatchObject({ kind: 'formula', formula: { kind: 'dynamic', range: range('C1:C2') } })
})

test('what cannot be computed is left without a value, and newer errors in the form older files have', async () => {
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S', cells: { A1: { formula: 'MYVBA()', value: 1 }, A2: { formula: 'B1#', value: 1 } } }],
  })
  const uncomputable = new ExcelError('#NAME?', { cell: 'S!A1', reason: 'VBA' })
  const { workbook } = await write(bytes, { results: [at('A1', uncomputable), at('A2', errors.spill)] })
  expect(cellAt(workbook, 'A1')).toMatchObject({ kind: 'formula', saved: undefined })
  expect(cellAt(workbook, 'A2')).toMatchObject({ saved: errors.value })
})

test('calculation settings are added where the workbook has none', async () => {
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S', cells: { A1: 1 } }],
    parts: {
      'xl/workbook.xml':
        '<m:workbook xmlns:m="m" xmlns:r="r"><m:sheets><m:sheet name="S" r:id="rId1"/></m:sheets><m:definedNames><m:definedName name="a">1</m:definedName></m:definedNames><m:oleSize ref="A1"/></m:workbook>',
    },
  })
  const { bytes: written } = await write(bytes, {})
  expect((await partsOf(written)).get('xl/workbook.xml')).toContain(
    '</m:definedNames><m:calcPr fullCalcOnLoad="1"/><m:oleSize',
  )
})

test('a UTF-16 part comes back as UTF-8 and says so', async () => {
  const sheet =
    '\uFEFF<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><v>漢</v></c></row></sheetData></worksheet>'
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    parts: { 'xl/worksheets/sheet1.xml': Buffer.from(sheet, 'utf16le') },
  })
  const { workbook } = await write(bytes, { inputs: [at('A1', 2)] })
  expect(valuesOf(workbook)).toEqual({ A1: 2, B1: '漢' })
})

test('.xls goes through the converter, and without one is refused with that reason', async () => {
  const xls = buildXls([{ name: 'S', records: [] }])
  const workbook = await read(xls)
  const changes = { inputs: [at('A1', 5)], results: [] }
  const refused = await writeWorkbook(xls, workbook, changes)
  expect(refused.bytes).toBeNull()
  expect(refused.diagnostics).toMatchObject([{ code: 'WRITE_NEEDS_CONVERTER', data: { format: 'xls' } }])
  expect(refused.diagnostics[0]?.message).toContain('LibreOffice')

  const converted = await buildWorkbook({ sheets: [{ name: 'S', cells: { A1: 1 } }] })
  const written = await writeWorkbook(xls, workbook, changes, { convert: async () => converted })
  expect(written.bytes && valuesOf(await read(written.bytes))).toEqual({ A1: 5 })

  const failing: WriteOptions = { convert: () => Promise.reject(new Error('soffice ended with 1')) }
  const failed = await writeWorkbook(xls, workbook, changes, failing)
  expect(failed.diagnostics).toMatchObject([
    { code: 'WRITE_CONVERSION_FAILED', data: { reason: 'soffice ended with 1' } },
  ])

  const other = await buildWorkbook({ sheets: [{ name: 'S' }, { name: 'T' }] })
  const wrong = await writeWorkbook(xls, workbook, changes, { convert: async () => other })
  expect(wrong.diagnostics.map(({ code }) => code)).toEqual(['WRITE_CONVERSION_FAILED'])
})
