import { ZipFile } from 'yazl'

/**
 * Makes small .xlsx files for tests. A cell is a plain value, a formula text that starts with `=` (without a saved
 * value), or an object with all details. Other content goes into the raw XML fields, or replaces a whole part.
 */
export interface WorkbookSpec {
  readonly sheets: readonly SheetSpec[]
  readonly names?: readonly NameSpec[]
  readonly date1904?: boolean
  /** Rules that Excel computes by, from 1. */
  readonly compatibilityVersion?: number
  /** Attributes of calcPr, such as `iterate="1"`. */
  readonly calculation?: string
  /** Number format codes; style 1 is the first of them, style 0 is General. */
  readonly formats?: readonly string[]
  /** Replaces the styles part. */
  readonly stylesXml?: string
  readonly customProperties?: Readonly<Record<string, string | number | boolean>>
  readonly modified?: string
  readonly application?: { readonly name: string; readonly version: string }
  readonly externalLinks?: readonly { readonly target: string; readonly xml: string }[]
  /** Elements inside the workbook element, before its sheets. */
  readonly workbookXml?: string
  /** Adds a part, or replaces one that the builder makes. */
  readonly parts?: Readonly<Record<string, string | Buffer>>
}

export interface SheetSpec {
  readonly name: string
  readonly cells?: Readonly<Record<string, CellSpec>>
  readonly state?: 'visible' | 'hidden' | 'veryHidden'
  readonly merges?: readonly string[]
  /** Row numbers as shown, from 1. */
  readonly hiddenRows?: readonly number[]
  readonly tables?: readonly TableSpec[]
  /** `dataValidation` elements. */
  readonly validationsXml?: string
  readonly autoFilterXml?: string
  /** Elements before and after the cells. */
  readonly beforeXml?: string
  readonly afterXml?: string
}

export type CellSpec = number | string | boolean | null | FullCell

interface FullCell {
  /** Without `=`. */
  readonly formula?: string
  readonly value?: number | string | boolean | null
  readonly error?: string
  readonly style?: number
  /** Range of an array formula entered with Ctrl+Shift+Enter. */
  readonly array?: string
  /** Range that a dynamic array formula spilled into. */
  readonly dynamic?: string
  /** Group of a shared formula; only its first cell has a formula text. */
  readonly shared?: number
  /** Attributes of a data table, such as `ref="B2:B5" r1="A1"`. */
  readonly dataTable?: string
}

interface NameSpec {
  readonly name: string
  readonly text: string
  readonly sheet?: number
  readonly comment?: string
  readonly hidden?: boolean
}

interface TableSpec {
  readonly name: string
  readonly range: string
  readonly columns: readonly (string | { readonly name: string; readonly formula?: string; readonly totals?: string })[]
  readonly totalsRow?: boolean
  readonly noHeader?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export async function buildWorkbook(spec: WorkbookSpec): Promise<Buffer> {
  return zipParts(workbookParts(spec))
}

/** The parts of a workbook before they are zipped, for tests that change one. */
export function workbookParts(spec: WorkbookSpec): Record<string, string | Buffer> {
  const parts: Record<string, string | Buffer> = {}
  const rootLinks: Link[] = [{ id: 'rId1', type: `${RELATIONSHIPS}/officeDocument`, target: 'xl/workbook.xml' }]
  const bookLinks: Link[] = [
    { id: 'rIdStyles', type: `${RELATIONSHIPS}/styles`, target: 'styles.xml' },
    { id: 'rIdMetadata', type: `${RELATIONSHIPS}/sheetMetadata`, target: 'metadata.xml' },
  ]
  let tableNumber = 0
  for (const [index, sheet] of spec.sheets.entries()) {
    const part = `sheet${index + 1}.xml`
    bookLinks.push({ id: `rId${index + 1}`, type: `${RELATIONSHIPS}/worksheet`, target: `worksheets/${part}` })
    const links: Link[] = []
    for (const table of sheet.tables ?? []) {
      tableNumber++
      links.push({
        id: `rId${links.length + 1}`,
        type: `${RELATIONSHIPS}/table`,
        target: `../tables/table${tableNumber}.xml`,
      })
      parts[`xl/tables/table${tableNumber}.xml`] = tableXml(table, tableNumber)
    }
    parts[`xl/worksheets/${part}`] = sheetXml(sheet, links)
    if (links.length > 0) parts[`xl/worksheets/_rels/${part}.rels`] = relationshipsXml(links)
  }
  for (const [index, link] of (spec.externalLinks ?? []).entries()) {
    const part = `externalLink${index + 1}.xml`
    bookLinks.push({
      id: `rIdLink${index + 1}`,
      type: `${RELATIONSHIPS}/externalLink`,
      target: `externalLinks/${part}`,
    })
    parts[`xl/externalLinks/${part}`] = link.xml
    parts[`xl/externalLinks/_rels/${part}.rels`] = relationshipsXml([
      { id: 'rId1', type: `${RELATIONSHIPS}/externalLinkPath`, target: link.target, external: true },
    ])
  }
  if (spec.customProperties) {
    rootLinks.push({ id: 'rId2', type: `${RELATIONSHIPS}/custom-properties`, target: 'docProps/custom.xml' })
    parts['docProps/custom.xml'] = customPropertiesXml(spec.customProperties)
  }
  if (spec.modified !== undefined) {
    rootLinks.push({
      id: 'rId3',
      type: `${PACKAGE}/relationships/metadata/core-properties`,
      target: 'docProps/core.xml',
    })
    parts['docProps/core.xml'] =
      `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/">` +
      `<dcterms:modified>${spec.modified}</dcterms:modified></cp:coreProperties>`
  }
  if (spec.application) {
    rootLinks.push({ id: 'rId4', type: `${RELATIONSHIPS}/extended-properties`, target: 'docProps/app.xml' })
    parts['docProps/app.xml'] =
      `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
      `<Application>${spec.application.name}</Application><AppVersion>${spec.application.version}</AppVersion></Properties>`
  }
  parts['[Content_Types].xml'] = contentTypesXml(Object.keys(parts))
  parts['_rels/.rels'] = relationshipsXml(rootLinks)
  parts['xl/workbook.xml'] = workbookXml(spec)
  parts['xl/_rels/workbook.xml.rels'] = relationshipsXml(bookLinks)
  parts['xl/styles.xml'] = spec.stylesXml ?? stylesXml(spec.formats ?? [])
  parts['xl/metadata.xml'] = METADATA
  return { ...parts, ...spec.parts }
}

export async function zipParts(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name, { mtime: new Date(0) })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Link {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly external?: boolean
}

function relationshipsXml(links: readonly Link[]): string {
  const entries = links.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

function contentTypesXml(parts: readonly string[]): string {
  const overrides = parts
    .filter((part) => part.startsWith('xl/worksheets/sheet'))
    .map(
      (part) =>
        `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    `${overrides.join('')}</Types>`
  )
}

function workbookXml(spec: WorkbookSpec): string {
  const sheets = spec.sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  const names = (spec.names ?? []).map(
    ({ name, text, sheet, comment, hidden }) =>
      `<definedName name="${escapeXml(name)}"${sheet === undefined ? '' : ` localSheetId="${sheet}"`}` +
      `${comment === undefined ? '' : ` comment="${escapeXml(comment)}"`}${hidden ? ' hidden="1"' : ''}>${escapeXml(text)}</definedName>`,
  )
  const links = (spec.externalLinks ?? []).map((_, index) => `<externalReference r:id="rIdLink${index + 1}"/>`)
  return [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr${spec.date1904 ? ' date1904="1"' : ''}/>`,
    spec.workbookXml ?? '',
    `<sheets>${sheets.join('')}</sheets>`,
    list('externalReferences', links),
    list('definedNames', names),
    `<calcPr calcId="191029" ${spec.calculation ?? ''}/>${compatibility(spec)}</workbook>`,
  ].join('')
}

function sheetXml(sheet: SheetSpec, tableLinks: readonly Link[]): string {
  const merges = (sheet.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`)
  const tables = tableLinks.map(({ id }) => `<tablePart r:id="${id}"/>`)
  return [
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${sheet.beforeXml ?? ''}`,
    `<sheetData>${rowsXml(sheet)}</sheetData>`,
    sheet.autoFilterXml ?? '',
    list('mergeCells', merges),
    list('dataValidations', sheet.validationsXml === undefined ? [] : [sheet.validationsXml]),
    list('tableParts', tables),
    sheet.afterXml ?? '',
    '</worksheet>',
  ].join('')
}

/** An element around others, or nothing if there are none: Excel treats an empty list as damage. */
function list(name: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<${name}>${items.join('')}</${name}>`
}

function rowsXml(sheet: SheetSpec): string {
  const rows = new Map<number, string[]>((sheet.hiddenRows ?? []).map((row) => [row, []]))
  const columnOf = (reference: string): number =>
    Array.from(/^[A-Z]+/.exec(reference)?.[0] ?? '').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const entries = Object.entries(sheet.cells ?? {}).toSorted(([a], [b]) => columnOf(a) - columnOf(b))
  for (const [reference, cell] of entries) {
    const row = Number(/\d+$/.exec(reference)?.[0])
    rows.set(row, [...(rows.get(row) ?? []), cellXml(reference, cell)])
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, cells]) => {
      const hidden = sheet.hiddenRows?.includes(row) ? ' hidden="1"' : ''
      return `<row r="${row}"${hidden}>${cells.join('')}</row>`
    })
    .join('')
}

function cellXml(reference: string, spec: CellSpec): string {
  const cell = fullCell(spec)
  const style = cell.style === undefined ? '' : ` s="${cell.style}"`
  const metadata = cell.dynamic === undefined ? '' : ' cm="1"'
  const formula = formulaXml(cell)
  if (cell.error !== undefined) {
    return `<c r="${reference}"${style}${metadata} t="e">${formula}<v>${escapeXml(cell.error)}</v></c>`
  }
  const { value } = cell
  if (typeof value === 'boolean') {
    return `<c r="${reference}"${style}${metadata} t="b">${formula}<v>${value ? 1 : 0}</v></c>`
  }
  if (typeof value === 'string' && formula === '') {
    return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  }
  if (typeof value === 'string') {
    return `<c r="${reference}"${style}${metadata} t="str">${formula}<v>${escapeXml(value)}</v></c>`
  }
  const number = typeof value === 'number' ? `<v>${value}</v>` : ''
  return `<c r="${reference}"${style}${metadata}>${formula}${number}</c>`
}

function fullCell(spec: CellSpec): FullCell {
  if (typeof spec === 'object' && spec !== null) return spec
  return typeof spec === 'string' && spec.startsWith('=') ? { formula: spec.slice(1) } : { value: spec }
}

function formulaXml({ formula, array, dynamic, shared, dataTable }: FullCell): string {
  const text = escapeXml(formula ?? '')
  const range = array ?? dynamic
  if (range !== undefined) return `<f t="array" ref="${range}">${text}</f>`
  if (dataTable !== undefined) return `<f t="dataTable" ${dataTable}/>`
  if (shared !== undefined) return `<f t="shared" si="${shared}">${text}</f>`
  return formula === undefined ? '' : `<f>${text}</f>`
}

function tableXml(table: TableSpec, id: number): string {
  const columns = table.columns.map((spec, index) => {
    const column = typeof spec === 'string' ? { name: spec } : spec
    const totals = column.totals === undefined ? '' : ` totalsRowFunction="${column.totals}"`
    const formula =
      column.formula === undefined
        ? ''
        : `<calculatedColumnFormula>${escapeXml(column.formula)}</calculatedColumnFormula>`
    return `<tableColumn id="${index + 1}" name="${escapeXml(column.name)}"${totals}>${formula}</tableColumn>`
  })
  return (
    `${HEAD}<table xmlns="${MAIN}" id="${id}" name="${table.name}" displayName="${table.name}" ref="${table.range}"` +
    `${table.noHeader ? ' headerRowCount="0"' : ''}${table.totalsRow ? ' totalsRowCount="1"' : ''}>` +
    `<tableColumns count="${columns.length}">${columns.join('')}</tableColumns></table>`
  )
}

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0"/>`)
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills><fill><patternFill patternType="none"/></fill></fills><borders><border/></borders>' +
    `<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>${styles.join('')}</cellXfs></styleSheet>`
  )
}

function customPropertiesXml(properties: Readonly<Record<string, string | number | boolean>>): string {
  const entries = Object.entries(properties).map(([name, value], index) => {
    const type = typeof value === 'number' ? 'r8' : typeof value === 'boolean' ? 'bool' : 'lpwstr'
    return (
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${index + 2}" name="${escapeXml(name)}">` +
      `<vt:${type}>${escapeXml(String(value))}</vt:${type}></property>`
    )
  })
  const schema = 'http://schemas.openxmlformats.org/officeDocument/2006'
  return `${HEAD}<Properties xmlns="${schema}/custom-properties" xmlns:vt="${schema}/docPropsVTypes">${entries.join('')}</Properties>`
}

/** The only kind of cell metadata: dynamic array. */
const METADATA =
  `${HEAD}<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">` +
  '<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" cellMeta="1"/></metadataTypes>' +
  '<futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}">' +
  '<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>' +
  '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function compatibility({ compatibilityVersion }: WorkbookSpec): string {
  if (compatibilityVersion === undefined) return ''
  const space = 'http://schemas.microsoft.com/office/spreadsheetml/2024/workbookCompatibilityVersion'
  return `<extLst><ext uri="{D14903EA-33C4-47F7-8F05-3474C54BE107}" xmlns:v="${space}"><v:version setVersion="${compatibilityVersion}" warnBelowVersion="${compatibilityVersion}"/></ext></extLst>`
}
