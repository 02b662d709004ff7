import { expect, test } from 'vitest'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { buildWorkbook, workbookParts, zipParts } from '../workbook-builder.ts'
import { biff, buildXls, u16, u32 } from './binary-builder.ts'
import { compound } from './compound-builder.ts'
import { diagnosticsOf } from './read-sample.ts'

const one = { sheets: [{ name: 'One', cells: { A1: 1 } }] }

/** Offsets of the local and the central header of a part. */
function headersOf(bytes: Buffer, part: string): { local: number; central: number } {
  const name = Buffer.from(part)
  const local = bytes.indexOf(name) - 30
  return { local, central: bytes.lastIndexOf(name) - 46 }
}

test('a bomb that is honest about its size is refused by ratio and by total', async () => {
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/worksheets/sheet1.xml': Buffer.alloc(5_000_000, ' ') } })
  expect(await diagnosticsOf(bytes)).toEqual(['COMPRESSION_SUSPICIOUS'])
  expect(await diagnosticsOf(bytes, { limits: { ratio: 1e9, unpackedBytes: 1_000_000 } })).toEqual(['TOO_MUCH'])
})

test('a bomb that lies about its size is stopped at the size it claimed', async () => {
  const bytes = await buildWorkbook({
    ...one,
    parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(5_000_000)}</worksheet>` },
  })
  const { local, central } = headersOf(bytes, 'xl/worksheets/sheet1.xml')
  bytes.writeUInt32LE(1000, central + 24)
  bytes.writeUInt32LE(1000, local + 22)
  const { workbook, diagnostics } = await readWorkbook(bytes)
  expect(diagnostics.map(({ code }) => code)).toEqual(['SHEET_DAMAGED'])
  expect(diagnostics[0]?.message).toContain('too many bytes')
  expect(workbook?.sheets[0]?.cells.size).toBe(0)
})

test('a part whose checksum is wrong is not trusted', async () => {
  const bytes = await buildWorkbook(one)
  const { central } = headersOf(bytes, 'xl/worksheets/sheet1.xml')
  bytes.writeUInt32LE(12345, central + 16)
  const { diagnostics } = await readWorkbook(bytes)
  expect(diagnostics).toMatchObject([{ code: 'SHEET_DAMAGED', data: { reason: 'its checksum is wrong' } }])
})

test('two parts of one name are refused rather than one chosen', async () => {
  const first = await buildWorkbook(one)
  const parts = workbookParts(one)
  const bytes = await zipParts({ ...parts, 'xl/worksheets/SHEET1.xml': '<worksheet/>' })
  expect(bytes.length).toBeGreaterThan(first.length)
  const { diagnostics } = await readWorkbook(bytes)
  expect(diagnostics).toMatchObject([{ code: 'SHEET_DAMAGED', data: { reason: 'it is in the file twice' } }])
})

test('names that climb out of the zip are refused', async () => {
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/aaaaaaaa.xml': 'x' } })
  const evil = Buffer.from(bytes.toString('latin1').replaceAll('xl/aaaaaaaa.xml', '../../../aa.xml'), 'latin1')
  expect(await diagnosticsOf(evil)).toEqual(['FILE_DAMAGED'])
})

test('a target that climbs out of the zip finds nothing', async () => {
  const parts = workbookParts(one)
  parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
    'worksheets/sheet1.xml',
    '../../../../etc/passwd',
  )
  expect(await diagnosticsOf(await zipParts(parts))).toEqual(['PART_MISSING', 'SHEET_DAMAGED'])
})

test.each([
  ['internal entities', '<!DOCTYPE a [<!ENTITY x "x"><!ENTITY y "&x;&x;&x;">]><worksheet>&y;</worksheet>'],
  ['external entities', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet>&x;</worksheet>'],
  ['a document type alone', '<!DOCTYPE a><worksheet/>'],
])('%s are refused', async (_, xml) => {
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/worksheets/sheet1.xml': xml } })
  const { workbook, diagnostics } = await readWorkbook(bytes)
  expect(workbook).toBeNull()
  expect(diagnostics.map(({ code }) => code)).toEqual(['XML_FORBIDDEN'])
})

test('an undeclared entity damages the sheet only', async () => {
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/worksheets/sheet1.xml': '<worksheet>&x;</worksheet>' } })
  expect(await diagnosticsOf(bytes)).toEqual(['SHEET_DAMAGED'])
})

test.each([
  ['nesting', '<a>'.repeat(200), { xmlDepth: 100 }],
  [
    'one long text',
    `<worksheet><sheetData><row><c t="str"><v>${'x'.repeat(5000)}</v></c></row></sheetData></worksheet>`,
    { textLength: 4000 },
  ],
  ['white space', `<worksheet>${' '.repeat(300_000)}`, { textLength: 4000, ratio: 1e9 }],
  ['comment', `<worksheet><!--${'x'.repeat(300_000)}`, { textLength: 4000, ratio: 1e9 }],
  ['merged ranges', `<worksheet>${'<mergeCell ref="A1:B2"/>'.repeat(11)}</worksheet>`, { sheetItems: 10 }],
  ['cells', `<worksheet><sheetData><row>${'<c s="0"/>'.repeat(11)}</row></sheetData></worksheet>`, { cells: 10 }],
])('too much %s is refused', async (_, xml, limits) => {
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/worksheets/sheet1.xml': xml } })
  expect(await diagnosticsOf(bytes, { limits })).toEqual(['TOO_MUCH'])
})

test.each([
  ['sheets', { sheets: [{ name: 'A' }, { name: 'B' }] }, { sheets: 1 }],
  [
    'names',
    {
      ...one,
      names: [
        { name: 'a', text: '1' },
        { name: 'b', text: '1' },
      ],
    },
    { names: 1 },
  ],
  ['styles', { ...one, formats: ['0', '0.0'] }, { styles: 2 }],
  ['parts', one, { entries: 3 }],
  [
    'tables',
    {
      sheets: [
        {
          name: 'A',
          tables: [
            { name: 't', range: 'A1:A2', columns: ['a'] },
            { name: 'u', range: 'C1:C2', columns: ['a'] },
          ],
        },
      ],
    },
    { tables: 1 },
  ],
])('too many %s are refused', async (_, spec, limits) => {
  expect(await diagnosticsOf(await buildWorkbook(spec), { limits })).toEqual(['TOO_MUCH'])
})

test('array formulas that all claim the same cells do not make endless work', async () => {
  const cells = Array.from(
    { length: 400 },
    (_, i) => `<c r="A${i + 1}"><f t="array" ref="A1:XFD1048576">1</f><v>1</v></c>`,
  )
  const xml = `<worksheet><sheetData>${cells.map((cell) => `<row>${cell}</row>`).join('')}</sheetData></worksheet>`
  const bytes = await buildWorkbook({ ...one, parts: { 'xl/worksheets/sheet1.xml': xml } })
  const codes = await diagnosticsOf(bytes)
  expect(codes.at(-1)).toBe('TOO_MUCH')
  expect(codes.length).toBeLessThan(10)
})

test('every beginning of a workbook is read or refused, never a crash', async () => {
  const samples = [
    await buildWorkbook({ ...one, names: [{ name: 'a', text: 'One!$A$1' }] }),
    buildXls([{ name: 'One', records: [biff(0x203, u16(0, 0, 0), Buffer.alloc(8))] }]),
  ]
  for (const bytes of samples) {
    const step = Math.ceil(bytes.length / 60)
    for (let length = 0; length < bytes.length; length += step) {
      const { workbook, diagnostics } = await readWorkbook(bytes.subarray(0, length))
      expect(workbook === null ? diagnostics.length : 1).toBeGreaterThan(0)
    }
  }
})

test('compound files whose sectors form a loop are refused', async () => {
  const bytes = compound({ Workbook: Buffer.alloc(9000, 1) })
  const firstTable = bytes.readUInt32LE(76)
  for (let i = 0; i < 128; i++) bytes.writeUInt32LE(1, (firstTable + 1) * 512 + i * 4)
  const { workbook, diagnostics } = await readWorkbook(bytes)
  expect(workbook).toBeNull()
  expect(diagnostics).toHaveLength(1)
})

test('an .xls with a password says so', async () => {
  expect(await diagnosticsOf(buildXls([{ name: 'One', records: [] }], [biff(0x2f, u32(0))]))).toEqual([
    'PASSWORD_PROTECTED',
  ])
})
