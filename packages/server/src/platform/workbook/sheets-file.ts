import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type SheetValue = string | number | boolean | null

/** A sheet to write: rows are pulled one at a time, so that a long sheet is never in memory as a whole. */
export interface WrittenSheet {
  readonly name: string
  readonly rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>
  /** Rows at the top that are frozen and bold. */
  readonly headings?: number
  /** In characters, from the first column. */
  readonly widths?: readonly number[]
  /** Columns, from 0, with a drop-down list. */
  readonly lists?: ReadonlyMap<number, readonly string[]>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Maximum rows of an Excel sheet. */
const mostRows = 1_048_576
/** Maximum characters of a list inside the validation. */
const mostListText = 255
/** Maximum characters of a cell. */
const mostCellText = 32_767
/** Rows written at once. */
const writtenAtOnce = 200

/** A workbook of plain values. Text is stored as text, so that none of it runs as a formula. */
export function sheetsFile(sheets: readonly WrittenSheet[]): Readable {
  const zip = new ZipFile()
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(head + xml), path)
  const parts = sheets.map((_, i) => `/xl/worksheets/sheet${i + 1}.xml`)
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${content}.${type}+xml"/>`
  add(
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${parts.map((part) => override(part, 'worksheet')).join('')}</Types>`,
  )
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  )
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  )
  for (const [i, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${i + 1}.xml`, (callback) => {
      callback(null, Readable.from(sheetXml(sheet)))
    })
  }
  zip.end()
  const stream = Readable.from(zip.outputStream)
  // A sheet whose rows cannot be read ends the file with its error.
  zip.on('error', (error: Error) => stream.destroy(error))
  return stream
}

async function* sheetXml({ rows, headings = 0, widths = [], lists = new Map() }: WrittenSheet): AsyncGenerator<string> {
  const pane =
    headings === 0
      ? ''
      : `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headings}" topLeftCell="A${headings + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  yield `${head}<worksheet xmlns="${main}">${pane}${cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`}<sheetData>`
  let text = ''
  let count = 0
  for await (const row of rows) {
    if (count === mostRows) break
    const style = count++ < headings ? ' s="1"' : ''
    text += `<row>${row.map((value) => cell(value, style)).join('')}</row>`
    if (count % writtenAtOnce !== 0) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData>`
  const validations = [...lists].flatMap(([column, options]) => {
    const list = options.join(',')
    // A comma would split an option, and Excel limits the length.
    if (list.length > mostListText || options.some((option) => option.includes(','))) return []
    const cells = `${columnName(column)}${headings + 1}:${columnName(column)}${mostRows}`
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${cells}"><formula1>"${escaped(list.replaceAll('"', '""'))}"</formula1></dataValidation>`,
    ]
  })
  if (validations.length > 0) {
    yield `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
  }
  yield '</worksheet>'
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
}

function cell(value: SheetValue, style: string): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `<c${style}><v>${value}</v></c>` : `<c${style}/>`
  }
  if (typeof value === 'boolean') return `<c${style} t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, mostCellText))}</t></is></c>`
}

/** The letters of a column, from 0. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

/** Characters that XML does not allow are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
