import { parseRange } from '../../model/address.ts'
import type { DefinedName, DocumentProperties, Sheet, Workbook } from '../../model/workbook.ts'
import { decodeFormula, type FormulaScope } from '../biff/decode-formula.ts'
import { type BinaryNames, formulaScope } from '../biff/scope.ts'
import type { ReadContext } from '../read-context.ts'
import { isFatal, ReadFailure, reasonOf } from '../read-failure.ts'
import { SheetBuilder } from '../sheet-builder.ts'
import { CompoundFile } from './compound-file.ts'
import { readPropertySets } from './property-set.ts'
import { writerOf } from './writer.ts'
import { type Globals, readGlobals, type SheetEntry, type StoredName } from './read-globals.ts'
import { type SheetCalculation, SheetStreamReader } from './read-sheet.ts'

/** Reads a workbook in a compound file: .xls of Excel 97 to 2003, and of Excel 5 and 95. */
export function readXls(bytes: Buffer, context: ReadContext): Workbook {
  const file = new CompoundFile(bytes, context.limits.entries)
  const stream = workbookStream(file)
  const globals = readGlobals(stream, context)
  const all: BinaryNames = {
    sheets: globals.sheets.map(({ name }) => name),
    books: globals.books.formulaBooks(),
    links: globals.books.links,
    names: globals.names,
    tables: new Map(),
  }
  const names = globals.names.map((name) => definedName(name, globals, formulaScope(all, name.sheet), context))
  const read = globals.sheets.map((entry, index) =>
    readSheet(stream, entry, globals, formulaScope(all, index), filterRange(names, index), context),
  )
  return {
    format: 'xls',
    grid: { rows: globals.layout.rows, cols: globals.layout.cols },
    date1904: globals.date1904,
    calculation: { ...calculationOf(read), fullPrecision: globals.fullPrecision, compatibilityVersion: 1 },
    sheets: read.map(({ sheet }) => sheet),
    names,
    tables: [],
    externalLinks: globals.books.externalLinks(),
    styles: globals.styles,
    properties: savedBy(stream, readPropertySets(file, context)),
    country: globals.country,
    hasVba: globals.hasVba || file.has('_VBA_PROJECT'),
  }
}

/** The first record names the application that wrote the file; the properties may be older or missing. */
function savedBy(stream: Buffer, properties: DocumentProperties): DocumentProperties {
  const writer = writerOf(stream)
  if (writer === undefined) return properties
  const isNamed = properties.application !== undefined && properties.applicationVersion !== undefined
  return isNamed && writer.application.startsWith('Microsoft') ? properties : { ...properties, ...writer }
}

/** Sheets that are not worksheets may lack the settings. */
function calculationOf(read: readonly { sheet: Sheet; calculation: SheetCalculation }[]): SheetCalculation {
  const first = read.find(({ sheet }) => sheet.kind === 'worksheet') ?? read[0]
  return first?.calculation ?? { mode: 'auto', iterate: false, iterateCount: 100, iterateDelta: 0.001 }
}

function workbookStream(file: CompoundFile): Buffer {
  const stream = file.stream('Workbook') ?? file.stream('Book')
  if (stream) return stream
  if (file.has('EncryptedPackage') || file.has('EncryptionInfo')) throw new ReadFailure('PASSWORD_PROTECTED', {})
  throw new ReadFailure('NOT_A_WORKBOOK', { found: otherDocument(file) })
}

function otherDocument(file: CompoundFile): string {
  if (file.has('WordDocument')) return 'a Word document'
  return file.has('PowerPoint Document') ? 'a PowerPoint presentation' : 'another kind of Office file'
}

function readSheet(
  stream: Buffer,
  entry: SheetEntry,
  globals: Globals,
  scope: FormulaScope,
  filter: ReturnType<typeof parseRange>,
  context: ReadContext,
): { sheet: Sheet; calculation: SheetCalculation } {
  const builder = new SheetBuilder(context, entry, globals.layout)
  const reader = new SheetStreamReader(builder, globals, scope)
  try {
    // A chart's stream repeats the plotted numbers as cells.
    if (entry.kind !== 'chart') reader.read(stream, entry.at)
  } catch (failure) {
    if (isFatal(failure) || !(failure instanceof ReadFailure)) throw failure
    builder.note('SHEET_DAMAGED', { reason: reasonOf(failure) })
  }
  reader.finish()
  if (reader.hasFilterArrows) builder.autoFilter = filter
  if (filter && reader.isFiltered) builder.filter(filter)
  return { sheet: builder.build(), calculation: reader.calculation }
}

/** A hidden name holds the range of a sheet's filter. */
function filterRange(names: readonly DefinedName[], sheet: number): ReturnType<typeof parseRange> {
  const name = names.find((candidate) => candidate.sheet === sheet && candidate.name === '_xlnm._FilterDatabase')
  return name && parseRange(name.text.slice(name.text.lastIndexOf('!') + 1))
}

function definedName(stored: StoredName, globals: Globals, scope: FormulaScope, context: ReadContext): DefinedName {
  const { name, sheet, hidden, macro, tokens, extra } = stored
  const comment = globals.comments.get(name.toLowerCase())
  const decoded =
    tokens.length === 0 ? undefined : decodeFormula(tokens, extra, { row: 0, col: 0 }, globals.layout, scope)
  if (decoded && decoded.kind !== 'text') {
    const reason = decoded.kind === 'unreadable' ? decoded.reason : 'it points to a cell'
    context.diagnostics.add('FORMULA_UNREADABLE', { reason: `name ${name}: ${reason}` })
  }
  return { name, sheet, hidden, macro, comment, text: decoded?.kind === 'text' ? decoded.text : '' }
}
