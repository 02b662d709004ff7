import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Content of a cell: a constant, or a formula that begins with `=` and its saved value. */
export type Content =
  | string
  | number
  | boolean
  | { readonly formula: string; readonly saved?: string | number | boolean }

export interface CellSpec {
  readonly content: Content
  /** Number format, by default `General`. */
  readonly format?: string
  /** `heading` and `title` are bold, an `input` has a yellow background, a `result` a green one. */
  readonly look?: Look
}

type Look = 'plain' | 'title' | 'heading' | 'input' | 'result'

export interface SheetSpec {
  readonly name: string
  /** By A1 address. */
  readonly cells: Readonly<Record<string, Content | CellSpec>>
  readonly widths?: readonly number[]
  readonly validations?: readonly ValidationSpec[]
}

export interface ValidationSpec {
  readonly range: string
  readonly type: 'list' | 'whole' | 'decimal' | 'date' | 'textLength' | 'custom'
  readonly operator?: string
  readonly formula1: string
  readonly formula2?: string
  readonly error?: string
  readonly prompt?: string
}

interface NameSpec {
  readonly name: string
  readonly refersTo: string
  readonly comment?: string
}

export interface WorkbookSpec {
  readonly sheets: readonly SheetSpec[]
  readonly names: readonly NameSpec[]
  /** Written into the file as the application that saved it. */
  readonly application?: string
  readonly vba?: boolean
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

/** The bytes of an xlsx file; deterministic. */
export function workbookFile(spec: WorkbookSpec): Promise<Buffer> {
  const styles = new Styles()
  const sheets = spec.sheets.map((sheet) => sheetXml(sheet, styles))
  const parts: [string, string | Buffer][] = [
    ['[Content_Types].xml', contentTypes(spec)],
    ['_rels/.rels', rootRelations],
    ['docProps/app.xml', appXml(spec.application ?? 'Sheetwright demo')],
    ['xl/workbook.xml', workbookXml(spec)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(spec)],
    ['xl/styles.xml', styles.xml()],
    ...sheets.map((xml, i): [string, string] => [`xl/worksheets/sheet${i + 1}.xml`, xml]),
    ...(spec.vba ? [['xl/vbaProject.bin', Buffer.alloc(64)] as [string, Buffer]] : []),
  ]
  return zipOf(parts)
}

/** A zip whose entries all have the same time, so that it is deterministic. */
export function zipOf(parts: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of parts)
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(Date.UTC(2026, 0, 1)) })
  zip.end()
  return buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
}

function contentTypes({ sheets, vba }: WorkbookSpec): string {
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const workbook = vba ? 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' : `${spreadsheet}.sheet.main+xml`
  const overrides = [
    ['/xl/workbook.xml', workbook],
    ['/xl/styles.xml', `${spreadsheet}.styles+xml`],
    ['/docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'],
    ...sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${spreadsheet}.worksheet+xml`]),
    ...(vba ? [['/xl/vbaProject.bin', 'application/vnd.ms-office.vbaProject']] : []),
  ]
  const lines = overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
  const relationsType = 'application/vnd.openxmlformats-package.relationships+xml'
  return `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="${relationsType}"/><Default Extension="xml" ContentType="application/xml"/>${lines.join('')}</Types>`
}

const rootRelations = relations([
  ['r1', `${office}/officeDocument`, 'xl/workbook.xml'],
  ['r2', `${office}/extended-properties`, 'docProps/app.xml'],
])

function workbookRelations({ sheets, vba }: WorkbookSpec): string {
  return relations([
    ...sheets.map((_, i): [string, string, string] => [
      `r${i + 1}`,
      `${office}/worksheet`,
      `worksheets/sheet${i + 1}.xml`,
    ]),
    ['rStyles', `${office}/styles`, 'styles.xml'],
    ...(vba
      ? [
          ['rVba', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'] as [
            string,
            string,
            string,
          ],
        ]
      : []),
  ])
}

function relations(list: readonly (readonly [string, string, string])[]): string {
  const lines = list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
  return `${head}<Relationships xmlns="${packaging}/relationships">${lines.join('')}</Relationships>`
}

function appXml(application: string): string {
  return `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${escaped(application)}</Application></Properties>`
}

function workbookXml({ sheets, names }: WorkbookSpec): string {
  const tabs = sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
  const defined = names.map(({ name, refersTo, comment }) => {
    const remark = comment === undefined ? '' : ` comment="${escaped(comment)}"`
    return `<definedName name="${escaped(name)}"${remark}>${escaped(refersTo)}</definedName>`
  })
  const list = defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${tabs.join('')}</sheets>${list}<calcPr calcId="191029"/></workbook>`
}

function sheetXml({ cells, widths = [], validations = [] }: SheetSpec, styles: Styles): string {
  const rows = new Map<number, [number, string][]>()
  for (const [address, given] of Object.entries(cells)) {
    const { row, col } = placeOf(address)
    const spec: CellSpec = typeof given === 'object' && 'content' in given ? given : { content: given }
    const list = rows.get(row) ?? []
    rows.set(row, list)
    list.push([col, cellXml(address, spec.content, styles.indexOf(spec))])
  }
  const data = [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, list]) => {
      const inOrder = list.toSorted(([a], [b]) => a - b).map(([, xml]) => xml)
      return `<row r="${row}">${inOrder.join('')}</row>`
    })
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  return [
    `${head}<worksheet xmlns="${main}">`,
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    `<sheetData>${data.join('')}</sheetData>`,
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.map(validationXml).join('')}</dataValidations>`
      : '',
    '</worksheet>',
  ].join('')
}

function cellXml(address: string, content: Content, style: number): string {
  const open = `<c r="${address}"${style === 0 ? '' : ` s="${style}"`}`
  if (typeof content === 'object') {
    const { formula, saved } = content
    const type =
      typeof saved === 'string'
        ? saved.startsWith('#')
          ? ' t="e"'
          : ' t="str"'
        : typeof saved === 'boolean'
          ? ' t="b"'
          : ''
    const value =
      saved === undefined ? '' : `<v>${escaped(String(typeof saved === 'boolean' ? Number(saved) : saved))}</v>`
    return `${open}${type}><f>${escaped(formula.replace(/^=/, ''))}</f>${value}</c>`
  }
  if (typeof content === 'number') return `${open}><v>${content}</v></c>`
  if (typeof content === 'boolean') return `${open} t="b"><v>${Number(content)}</v></c>`
  if (content.startsWith('=')) return `${open}><f>${escaped(content.slice(1))}</f></c>`
  return `${open} t="inlineStr"><is><t xml:space="preserve">${escaped(content)}</t></is></c>`
}

function validationXml({ range, type, operator, formula1, formula2, error, prompt }: ValidationSpec): string {
  const attributes = [
    `type="${type}"`,
    operator === undefined ? '' : `operator="${operator}"`,
    'allowBlank="0" showInputMessage="1" showErrorMessage="1"',
    error === undefined ? '' : `errorTitle="Not allowed" error="${escaped(error)}"`,
    prompt === undefined ? '' : `prompt="${escaped(prompt)}"`,
    `sqref="${range}"`,
  ]
  const second = formula2 === undefined ? '' : `<formula2>${escaped(formula2)}</formula2>`
  return `<dataValidation ${attributes.filter(Boolean).join(' ')}><formula1>${escaped(formula1)}</formula1>${second}</dataValidation>`
}

const fonts = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="16"/><name val="Calibri"/></font>',
]
const grounds = ['FFFFF2CC', 'FFE2EFDA', 'FFD9E1F2']
const looks: Record<Look, { readonly font: number; readonly fill: number }> = {
  plain: { font: 0, fill: 0 },
  title: { font: 2, fill: 0 },
  heading: { font: 1, fill: 4 },
  input: { font: 0, fill: 2 },
  result: { font: 1, fill: 3 },
}

/** Combinations of number format and style, numbered in order of occurrence. */
class Styles {
  private readonly formats: string[] = []
  private readonly styles: string[] = [this.xmlOf('General', 'plain')]

  indexOf({ format = 'General', look = 'plain' }: CellSpec): number {
    const xml = this.xmlOf(format, look)
    const known = this.styles.indexOf(xml)
    return known === -1 ? this.styles.push(xml) - 1 : known
  }

  private xmlOf(format: string, look: Look): string {
    const { font, fill } = looks[look]
    return `<xf numFmtId="${this.formatId(format)}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`
  }

  private formatId(format: string): number {
    if (format === 'General') return 0
    const known = this.formats.indexOf(format)
    return 164 + (known === -1 ? this.formats.push(format) - 1 : known)
  }

  xml(): string {
    const formats = this.formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`)
    const solid = grounds.map(
      (color) => `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/></patternFill></fill>`,
    )
    const fills = [
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
      ...solid,
    ]
    return [
      `${head}<styleSheet xmlns="${main}">`,
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '',
      `<fonts count="${fonts.length}">${fonts.join('')}</fonts>`,
      `<fills count="${fills.length}">${fills.join('')}</fills>`,
      '<borders count="1"><border/></borders>',
      '<cellStyleXfs count="1"><xf/></cellStyleXfs>',
      `<cellXfs count="${this.styles.length}">${this.styles.join('')}</cellXfs>`,
      '</styleSheet>',
    ].join('')
  }
}

function placeOf(address: string): { row: number; col: number } {
  const found = /^([A-Z]+)(\d+)$/.exec(address)
  if (!found?.[1] || !found[2]) throw new Error(`Not an address: ${address}`)
  const col = Array.from(found[1]).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(found[2]), col }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
