import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

const encode = (text: string) => Buffer.from(text, 'utf8')

/** A zip with these files in it. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(encode(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

const relationships = (...targets: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relationship}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const officePackage = (main: string, files: Readonly<Record<string, string>>) =>
  zipOf({ '[Content_Types].xml': types, '_rels/.rels': relationships(['r1', 'officeDocument', main]), ...files })

export function wordFile(...paragraphs: readonly string[]): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return officePackage('word/document.xml', {
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  })
}

/** Slides whose file numbers do not match their order, as after somebody moves one. */
export function slidesFile(first: string, second: string): Promise<Buffer> {
  const slide = (text: string) => `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
  return officePackage('ppt/presentation.xml', {
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      ['r1', 'slide', 'slides/slide1.xml'],
      ['r2', 'slide', 'slides/slide2.xml'],
    ),
    'ppt/slides/slide1.xml': slide(second),
    'ppt/slides/slide2.xml': slide(first),
  })
}

/** Optionally with more rows and a third shared text. */
export function sheetFile(added = { rows: '', text: '' }): Promise<Buffer> {
  const cell = (at: string, text: string) => `<c r="${at}" t="s"><v>${text}</v></c>`
  return officePackage('xl/workbook.xml', {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Rates" sheetId="1" r:id="r1"/><sheet name="Secret" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'worksheet', 'worksheets/sheet2.xml'],
      ['r3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>年齢</t><rPh sb="0" eb="2"><t>ねんれい</t></rPh></si><si><t>Rate</t></si>' +
      `<si><t>${added.text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cell('A1', '0')}${cell('C1', '1')}</row><row r="2"><c r="A2"><v>30</v></c><c r="C2"><f>1/8</f><v>0.125</v></c></row>${added.rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><v>666</v></c></row></sheetData></worksheet>',
  })
}

export const pdfFile = (text = 'a brochure') => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`)
