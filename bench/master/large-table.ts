import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** A workbook with a table of numbers, written as a stream; the first column holds keys from 1. */
export async function largeTable(rows: number, columns: number, { asEngine }: { asEngine: boolean }): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const last = `$${letterOf(columns)}$${rows + 1}`
  const sheets = asEngine ? ['Calc', 'Tables'] : ['Tables']
  const names = [
    `<definedName name="Xref_Large">Tables!$A$1:${last}</definedName>`,
    ...(asEngine
      ? [
          '<definedName name="Xinput_Key">Calc!$B$1</definedName>',
          '<definedName name="Xoutput_Value">Calc!$B$2</definedName>',
        ]
      : []),
  ]
  const schema = 'http://schemas.openxmlformats.org'
  const add = (name: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), name)
  add(
    '[Content_Types].xml',
    `<Types xmlns="${schema}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${main}.worksheet+xml"/>`).join('')}</Types>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="r1" Type="${schema}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${schema}/spreadsheetml/2006/main" xmlns:r="${schema}/officeDocument/2006/relationships"><sheets>${sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets><definedNames>${names.toSorted().join('')}</definedNames></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${schema}/package/2006/relationships">${sheets.map((_, i) => `<Relationship Id="r${i + 1}" Type="${schema}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
  )
  if (asEngine) {
    const formula = `VLOOKUP(B1,Tables!$A$2:${last},2,FALSE)`
    add(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${schema}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="B1"><v>1</v></c></row><row r="2"><c r="B2"><f>${formula}</f><v>${valueAt(1, 2)}</v></c></row></sheetData></worksheet>`,
    )
  }
  zip.addReadStream(Readable.from(tableXml(rows, columns, schema)), `xl/worksheets/sheet${sheets.length}.xml`)
  zip.end()
  return buffer(zip.outputStream)
}

function* tableXml(rows: number, columns: number, schema: string): Generator<string> {
  const letters = Array.from({ length: columns }, (_, i) => letterOf(i + 1))
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${schema}/spreadsheetml/2006/main"><sheetData><row r="1">`
  yield letters.map((letter, i) => `<c r="${letter}1" t="inlineStr"><is><t>C${i + 1}</t></is></c>`).join('')
  yield '</row>'
  for (let row = 1; row <= rows; row++) {
    const cells = letters.map((letter, i) => `<c r="${letter}${row + 1}"><v>${valueAt(row, i + 1)}</v></c>`)
    yield `<row r="${row + 1}">${cells.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

/** The key in the first column, the same number in the second, other values in the rest. */
function valueAt(row: number, column: number): number {
  return column <= 2 ? row : (row * column * 31) % 1009
}

function letterOf(column: number): string {
  return column <= 26 ? String.fromCodePoint(64 + column) : `A${String.fromCodePoint(64 + column - 26)}`
}
