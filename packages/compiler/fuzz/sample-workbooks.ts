import {
  biff,
  brt,
  brtTokens,
  buildXls,
  buildXlsb,
  f64,
  join,
  longText,
  u8,
  u16,
  u32,
  wide,
  xlsFormula,
} from '../test/read/binary-builder.ts'
import { buildWorkbook } from '../test/workbook-builder.ts'

/** One small workbook of each format, together holding nearly everything that the reader knows. */
export async function sampleWorkbooks(): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]> {
  return [
    { name: 'sample.xlsx', bytes: await xlsx() },
    { name: 'sample.xls', bytes: xls() },
    { name: 'sample.xlsb', bytes: await xlsb() },
    { name: 'sample.xml', bytes: Buffer.from(SPREADSHEETML) },
  ]
}

function xlsx(): Promise<Buffer> {
  return buildWorkbook({
    sheets: [
      {
        name: 'Model',
        cells: {
          A1: 1,
          A2: 'text',
          A3: true,
          A4: { error: '#N/A' },
          B1: { formula: 'A1*2', shared: 0, value: 2 },
          B2: { shared: 0, value: 4 },
          C1: { formula: 'A1:A2', array: 'C1:C2', value: 1 },
          C2: 2,
          D1: { formula: '_xlfn.SEQUENCE(2)', dynamic: 'D1:D2', value: 1 },
          D2: 2,
          E1: { dataTable: 'ref="E1:E2" r1="A1"', value: 1 },
          E2: 2,
          F1: { formula: 'SUM(Sales[Price])+[1]Rates!A1', value: 3, style: 1 },
        },
        merges: ['H1:I2'],
        hiddenRows: [5],
        tables: [
          { name: 'Sales', range: 'J1:K3', columns: ['Item', { name: 'Price', formula: 'Sales[[#This Row],[Item]]' }] },
        ],
        validationsXml: '<dataValidation type="list" sqref="A1:A9"><formula1>"a,b"</formula1></dataValidation>',
        autoFilterXml: '<autoFilter ref="A1:B5"><filterColumn colId="0"/></autoFilter>',
      },
      { name: "It's hidden", state: 'hidden', cells: { A1: '=Model!A1' } },
    ],
    names: [{ name: 'Xinput_age', text: 'Model!$A$1', comment: 'Age' }],
    formats: ['0.0%'],
    customProperties: { ServiceName: 'x' },
    modified: '2024-01-01T00:00:00Z',
    externalLinks: [
      {
        target: 'rates.xlsx',
        xml:
          '<externalLink xmlns:r="r"><externalBook r:id="rId1"><sheetNames><sheetName val="Rates"/></sheetNames>' +
          '<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1"><v>1</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
      },
    ],
  })
}

function xls(): Buffer {
  const array = join(u8(0x60), Buffer.alloc(7))
  const arrayValues = join(u8(0), u16(0), u8(1), f64(1))
  return buildXls(
    [
      {
        name: 'Model',
        records: [
          biff(0x208, u16(1, 0, 0, 300, 0, 0, 0x20, 0)),
          biff(0x203, u16(0, 0, 0), f64(1)),
          biff(0xfd, u16(1, 0, 0), u32(0)),
          biff(0xbd, u16(2, 0), u16(0), u32(10), u16(0), u32(14), u16(1)),
          xlsFormula(0, 1, 1, join(u8(1), u16(0, 1))),
          biff(0x4bc, u16(0, 1), u8(1, 1, 0, 2), u16(5), u8(0x4c, 0, 0, 0xff, 0xc0)),
          xlsFormula(1, 1, 2, join(u8(1), u16(0, 1))),
          xlsFormula(2, 1, 1, array, arrayValues),
          xlsFormula(3, 1, join(u8(0, 0, 0, 0, 0, 0), u16(0xffff)), join(u8(0x3a), u16(0), u16(0, 0))),
          biff(0x207, longText('result')),
          biff(
            0x1be,
            u32(3),
            longText('\0'),
            longText('\0'),
            longText('\0'),
            longText('\0'),
            u16(3, 0),
            u8(0x1e, 1, 0),
            u16(0, 0, 1, 0, 0, 0, 0),
          ),
          biff(0xe5, u16(1, 0, 0, 0, 2)),
        ],
      },
      { name: 'Other', records: [] },
    ],
    [
      biff(0xe0, u16(0, 9, 0), Buffer.alloc(14)),
      biff(0xfc, u32(2, 2), longText('one'), longText('two')),
      biff(0x1ae, u16(2, 0x0401)),
      biff(0x17, u16(1), u16(0, 0, 0)),
      biff(0x18, u16(0), u8(0, 1), u16(7, 0, 0), u32(0), u8(0, 0x61), u8(0x3a), u16(0), u16(0, 0)),
    ],
  )
}

function xlsb(): Promise<Buffer> {
  const head = (col: number) => u32(col, 0)
  return buildXlsb(
    [
      {
        name: 'Model',
        records: [
          brt(0, u32(0, 0), u16(300), u8(0, 0, 0), u32(0)),
          brt(2, head(0), u32(10)),
          brt(9, head(1), f64(1), u16(0), brtTokens(join(u8(1), u32(0)), u32(1))),
          brt(427, u32(0, 1, 1, 1), brtTokens(join(u8(0x4c), u32(0), u16(0xffff)))),
          brt(8, head(2), wide('t'), u16(0), brtTokens(join(u8(0x3a), u16(0), u32(0), u16(0)))),
          brt(426, u32(0, 1, 3, 3), u8(0), brtTokens(u8(0x1e, 1, 0))),
          brt(
            64,
            u32(1),
            u32(1),
            u32(0, 0, 2, 2),
            wide(''),
            wide(''),
            wide(''),
            wide(''),
            brtTokens(u8(0x1e, 1, 0)),
            brtTokens(Buffer.alloc(0)),
          ),
        ],
      },
    ],
    {
      book: [
        brt(157, u32(0, 1, 100), f64(0.001), u32(0), u16(8)),
        brt(353),
        brt(357),
        brt(362, u32(1, 0, 0, 0)),
        brt(354),
      ],
    },
  )
}

const SPREADSHEETML =
  '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
  '<Names><NamedRange ss:Name="a" ss:RefersTo="=S!R1C1"/></Names><Styles><Style ss:ID="s1"><NumberFormat ss:Format="0%"/></Style></Styles>' +
  '<Worksheet ss:Name="S"><Table><Row><Cell ss:StyleID="s1"><Data ss:Type="Number">2</Data></Cell>' +
  '<Cell ss:Formula="=RC[-1]*2"><Data ss:Type="Number">4</Data></Cell></Row></Table></Worksheet></Workbook>'
