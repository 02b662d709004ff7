import { expect, test } from 'vitest'
import type { ReadLimits } from '../../src/1-read/limits.ts'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import type { readCodes } from '../../src/diagnostics/read-codes.ts'
import { buildWorkbook, workbookParts, zipParts } from '../workbook-builder.ts'
import { biff, buildXls, longText, u8, u16, u32, xlsFormula } from './binary-builder.ts'
import { compound } from './compound-builder.ts'

interface Sample {
  readonly bytes: () => Buffer | Promise<Buffer>
  readonly limits?: Partial<ReadLimits>
  /** Is some part of the workbook still readable? */
  readonly readable: boolean
  readonly place?: { readonly sheet?: string; readonly cell?: string }
}

const oneCell = { sheets: [{ name: 'One', cells: { A1: 1, A2: 2 } }] }
const sheetWith = (xml: string) =>
  buildWorkbook({
    sheets: [{ name: 'One' }],
    parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml}</sheetData></worksheet>` },
  })
const XML_2003 =
  '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
  '<Worksheet ss:Name="S"><Table><Row><Cell ss:Formula="=1+1"><Data ss:Type="Number">2</Data></Cell></Row></Table></Worksheet></Workbook>'

const samples: Record<keyof typeof readCodes, Sample> = {
  FILE_EMPTY: { bytes: () => Buffer.alloc(0), readable: false },
  FILE_TOO_BIG: { bytes: () => buildWorkbook(oneCell), limits: { fileBytes: 100 }, readable: false },
  NOT_A_WORKBOOK: { bytes: () => Buffer.from('<html><table></table></html>'), readable: false },
  PASSWORD_PROTECTED: {
    bytes: () => compound({ EncryptionInfo: Buffer.alloc(100), EncryptedPackage: Buffer.alloc(100) }),
    readable: false,
  },
  FILE_DAMAGED: { bytes: async () => (await buildWorkbook(oneCell)).subarray(0, 900), readable: false },
  PART_DAMAGED: { bytes: () => buildWorkbook({ ...oneCell, stylesXml: '<styleSheet><cellXfs>' }), readable: true },
  PART_MISSING: {
    bytes: () => {
      const parts = workbookParts(oneCell)
      delete parts['xl/styles.xml']
      return zipParts(parts)
    },
    readable: true,
  },
  SHEET_DAMAGED: {
    bytes: () => sheetWith('<row r="1"><c r="A1"><v>1</v></c></row><row>'),
    readable: true,
    place: { sheet: 'One' },
  },
  TOO_MUCH: { bytes: () => buildWorkbook(oneCell), limits: { cells: 1 }, readable: false },
  COMPRESSION_SUSPICIOUS: {
    bytes: () => buildWorkbook({ ...oneCell, parts: { 'xl/media/a.bin': Buffer.alloc(3_000_000) } }),
    readable: false,
  },
  XML_FORBIDDEN: {
    bytes: () => buildWorkbook({ ...oneCell, stylesXml: '<!DOCTYPE x [<!ENTITY e "e">]><styleSheet>&e;</styleSheet>' }),
    readable: false,
  },
  CELL_OUTSIDE_GRID: {
    bytes: () => sheetWith('<row r="1"><c r="XFE1"><v>1</v></c></row>'),
    readable: true,
    place: { sheet: 'One' },
  },
  VALUE_UNREADABLE: {
    bytes: () => sheetWith('<row r="1"><c r="B1"><v>abc</v></c></row>'),
    readable: true,
    place: { sheet: 'One', cell: 'B1' },
  },
  FORMULA_UNREADABLE: {
    bytes: () => buildXls([{ name: 'One', records: [xlsFormula(1, 2, 5, u8(0x1b, 0))] }]),
    readable: true,
    place: { sheet: 'One', cell: 'C2' },
  },
  SHARED_FORMULA_WITHOUT_MASTER: {
    bytes: () => sheetWith('<row r="1"><c r="A1"><f t="shared" si="3"/><v>1</v></c></row>'),
    readable: true,
    place: { sheet: 'One', cell: 'A1' },
  },
  VALIDATION_UNREADABLE: {
    bytes: () =>
      buildXls([
        {
          name: 'One',
          records: [
            biff(
              0x1be,
              u32(1),
              longText('\0'),
              longText('\0'),
              longText('\0'),
              longText('\0'),
              u16(1, 0),
              u8(0x1b),
              u16(0, 0, 1, 4, 4, 1, 1),
            ),
          ],
        },
      ]),
    readable: true,
    place: { sheet: 'One', cell: 'B5' },
  },
  NOT_READ: {
    bytes: () => buildXls([{ name: 'One', records: [biff(0x872)] }]),
    readable: true,
    place: { sheet: 'One' },
  },
  OLD_FORMAT: { bytes: () => Buffer.from(XML_2003), readable: false },
  CELL_MEMBERS_OVERLAP: {
    bytes: () =>
      buildWorkbook({
        sheets: [
          {
            name: 'One',
            cells: {
              A1: { formula: 'C1:C3', array: 'A1:A3', value: 1 },
              A2: 2,
              A3: { formula: 'D1:D2', array: 'A2:A3', value: 3 },
            },
          },
        ],
      }),
    readable: true,
    place: { sheet: 'One' },
  },
  MACROS_IGNORED: { bytes: () => buildXls([{ name: 'One', records: [] }], [biff(0xd3)]), readable: true },
}

test.each(Object.entries(samples))('%s', async (code, { bytes, limits, readable, place }) => {
  const { workbook, diagnostics } = await readWorkbook(await bytes(), limits ? { limits } : {})
  const found = diagnostics.find((diagnostic) => diagnostic.code === code)
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
  expect(found?.message).toMatch(/^[A-Z].*\.$/s)
  expect(found?.message).not.toContain('undefined')
  expect({ sheet: found?.sheet, cell: found?.cell }).toEqual({ sheet: undefined, cell: undefined, ...place })
  expect(workbook !== null).toBe(readable)
})

test.each([
  ['PDF', '%PDF-1.7', 'a PDF document'],
  ['HTML', '\uFEFF  <!DOCTYPE html><html></html>', 'a web page (HTML)'],
  ['other XML', '<?xml version="1.0"?><note/>', 'an XML document'],
  ['CSV', 'a,b\n1,2\n', 'a text file (such as CSV)'],
  ['binary', '\u0000\u0001\u0002', 'a file of an unknown kind'],
])('%s is named for what it is', async (_, text, found) => {
  const { diagnostics } = await readWorkbook(Buffer.from(text))
  expect(diagnostics).toMatchObject([{ code: 'NOT_A_WORKBOOK', data: { found } }])
})

test('zips and compound files of other programs are named', async () => {
  const kinds = await Promise.all(
    [
      zipParts({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' }),
      zipParts({ 'a.txt': 'a' }),
      zipParts({
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        'word/document.xml': '<document/>',
      }),
      Promise.resolve(compound({ WordDocument: Buffer.alloc(10) })),
    ].map(async (bytes) => (await readWorkbook(await bytes)).diagnostics[0]?.data.found),
  )
  expect(kinds).toEqual([
    'an OpenDocument file (.ods)',
    'a zip file without a workbook in it',
    'a Word document',
    'a Word document',
  ])
})

test('the cells of a sheet up to the damage are kept', async () => {
  const bytes = await sheetWith(
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3',
  )
  const { workbook } = await readWorkbook(bytes)
  expect(workbook?.sheets[0]?.cells.size).toBe(2)
})
