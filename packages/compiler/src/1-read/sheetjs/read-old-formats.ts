import { errorFromCode, type Scalar } from '@sheetwright/runtime/values.ts'
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { MAX_COLS, MAX_ROWS, parseCell, parseRange } from '../../model/address.ts'
import { type CellStyle, plainStyle } from '../../model/style.ts'
import type { DefinedName, DocumentProperties, Sheet, Workbook } from '../../model/workbook.ts'
import { binaryError } from '../biff/binary-values.ts'
import type { ReadContext } from '../read-context.ts'
import { ReadFailure, reasonOf } from '../read-failure.ts'
import { SheetBuilder } from '../sheet-builder.ts'

const notRead = 'data validations, merged cells, hidden rows, calculation settings and most formatting'

/** Formats that are too rare for a reader of our own: Excel 2 to 4, and the XML of Excel 2003. What they may lose is said. */
export async function readOldFormat(
  bytes: Uint8Array,
  format: 'xls' | 'spreadsheetml',
  version: string,
  context: ReadContext,
): Promise<Workbook> {
  const { read } = await import('@e965/xlsx')
  const source = parsed(() =>
    read(bytes, { type: 'buffer', cellFormula: true, cellNF: true, cellHTML: false, cellText: false }),
  )
  context.diagnostics.add('OLD_FORMAT', { version })
  context.diagnostics.add('NOT_READ', { what: notRead, format: version })
  const styles = new FormatStyles()
  if (source.SheetNames.length > context.limits.sheets) {
    throw new ReadFailure('TOO_MUCH', { what: 'sheets', limit: context.limits.sheets })
  }
  return {
    format,
    grid: { rows: MAX_ROWS, cols: MAX_COLS },
    date1904: source.Workbook?.WBProps?.date1904 === true,
    calculation: { mode: 'auto', iterate: false, iterateCount: 100, iterateDelta: 0.001, fullPrecision: true },
    sheets: source.SheetNames.map((name, index) => readSheet(source, name, index, styles, context)),
    names: readNames(source),
    tables: [],
    externalLinks: [],
    styles: styles.list,
    properties: readProperties(source),
    country: undefined,
    hasVba: false,
  }
}

/** Styles are known by their number format alone. */
class FormatStyles {
  readonly list: CellStyle[] = [plainStyle]
  private readonly byFormat = new Map<string, number>([[plainStyle.numberFormat, 0]])

  indexOf(format: string): number {
    const known = this.byFormat.get(format)
    if (known !== undefined) return known
    this.byFormat.set(format, this.list.length)
    this.list.push({ ...plainStyle, numberFormat: format })
    return this.list.length - 1
  }
}

function parsed(read: () => WorkBook): WorkBook {
  try {
    return read()
  } catch (failure) {
    throw new ReadFailure('FILE_DAMAGED', { part: 'the file', reason: reasonOf(failure) })
  }
}

function readSheet(source: WorkBook, name: string, index: number, styles: FormatStyles, context: ReadContext): Sheet {
  const hidden = source.Workbook?.Sheets?.[index]?.Hidden
  const visibility = hidden === 2 ? 'veryHidden' : hidden === 1 ? 'hidden' : 'visible'
  const builder = new SheetBuilder(context, { name, kind: 'worksheet', visibility }, { rows: MAX_ROWS, cols: MAX_COLS })
  const sheet: WorkSheet = source.Sheets[name] ?? {}
  for (const [reference, cell] of Object.entries(sheet)) {
    const position = reference.startsWith('!') ? undefined : parseCell(reference)
    if (position) readCell(builder, position.row, position.col, cell as CellObject, styles)
  }
  return builder.build()
}

function readCell(builder: SheetBuilder, row: number, col: number, cell: CellObject, styles: FormatStyles): void {
  const style = styles.indexOf(typeof cell.z === 'string' ? cell.z : plainStyle.numberFormat)
  const value = scalarOf(cell)
  const range = cell.F === undefined ? undefined : parseRange(cell.F)
  if (typeof cell.f !== 'string' || cell.f === '') builder.constant(row, col, value ?? null, style)
  else if (range && range.top === row && range.left === col) {
    const region = { kind: 'array', text: cell.f, row, col, range } as const
    builder.region(region)
    builder.formula(row, col, region, value, style)
  } else if (range) builder.constant(row, col, value ?? null, style)
  else builder.formula(row, col, { kind: 'normal', text: cell.f, row, col }, value, style)
}

function scalarOf(cell: CellObject): Scalar | undefined {
  const { v } = cell
  if (cell.t === 'e') return typeof v === 'number' ? binaryError(v) : errorFromCode(String(v))
  return typeof v === 'number' || typeof v === 'string' || typeof v === 'boolean' ? v : undefined
}

function readNames(source: WorkBook): DefinedName[] {
  return (source.Workbook?.Names ?? []).map((name) => ({
    name: name.Name,
    sheet: name.Sheet,
    text: name.Ref.replace(/^=/, ''),
    comment: name.Comment === undefined || name.Comment === '' ? undefined : name.Comment,
    hidden: false,
    macro: 'none' as const,
  }))
}

function readProperties(source: WorkBook): DocumentProperties {
  const properties = source.Props ?? {}
  return {
    title: properties.Title,
    creator: properties.Author,
    lastModifiedBy: properties.LastAuthor,
    created: isoText(properties.CreatedDate),
    modified: isoText(properties.ModifiedDate),
    application: properties.Application,
    applicationVersion: properties.AppVersion,
    custom: new Map(),
  }
}

/** The library gives dates or, in XML files, the text itself. */
function isoText(value: Date | string | undefined): string | undefined {
  return value instanceof Date ? value.toISOString() : value
}
