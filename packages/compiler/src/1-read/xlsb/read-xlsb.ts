import { MAX_COLS, MAX_ROWS } from '../../model/address.ts'
import { plainStyle } from '../../model/style.ts'
import type { DefinedName, ExternalLink, Sheet, Table, Workbook } from '../../model/workbook.ts'
import { decodeFormula, type FormulaScope } from '../biff/decode-formula.ts'
import { biff12Layout } from '../biff/operands.ts'
import { type BinaryNames, type Book, formulaScope } from '../biff/scope.ts'
import { defaultTheme } from '../colors.ts'
import { PackagePart, tolerated } from '../package-parts.ts'
import type { ReadContext } from '../read-context.ts'
import { isFatal, ReadFailure, reasonOf } from '../read-failure.ts'
import { readProperties } from '../read-properties.ts'
import { SheetBuilder } from '../sheet-builder.ts'
import { sheetKind } from '../xlsx/read-sheet.ts'
import { readTheme } from '../xlsx/read-theme.ts'
import { readBinaryExternalLink } from './read-external-link.ts'
import { BinarySheetReader, richText } from './read-sheet.ts'
import { readBinaryStyles } from './read-styles.ts'
import { readBinaryTable, type StoredTable } from './read-table.ts'
import { type BinaryWorkbookPart, readBinaryWorkbookPart, type StoredName } from './read-workbook-part.ts'
import { readRecords } from './records.ts'

/** Reads a package whose main part is binary: .xlsb. */
export async function readXlsb(root: PackagePart, main: PackagePart, context: ReadContext): Promise<Workbook> {
  const { zip } = root
  const part = await readBinaryWorkbookPart(main.name, zip.read(main.name), context)
  const externalLinks = await readExternalLinks(main, part, context)
  const sheetTables = await readSheetTables(main, part, context)
  const all: BinaryNames = {
    sheets: part.sheets.map(({ name }) => name),
    books: books(part, externalLinks),
    links: part.links,
    names: part.names,
    tables: new Map(
      sheetTables
        .flat()
        .map((table) => [table.id, { name: table.name, columns: table.columns.map(({ name }) => name) }]),
    ),
  }
  const styles = await readStyles(main, context)
  const strings = await readStrings(main, context)
  const sheets: Sheet[] = []
  for (const [index, entry] of part.sheets.entries()) {
    const scope = formulaScope(all, index)
    sheets.push(
      await readSheet(main, entry, scope, { strings, styleCount: styles.length }, sheetTables[index] ?? [], context),
    )
  }
  return {
    format: 'xlsb',
    grid: { rows: MAX_ROWS, cols: MAX_COLS },
    date1904: part.date1904,
    calculation: part.calculation,
    sheets,
    names: part.names.map((name) => definedName(name, formulaScope(all, name.sheet), context)),
    tables: sheetTables.flatMap((tables, sheet) =>
      tables.map((table) => finishTable(table, sheet, formulaScope(all, sheet))),
    ),
    externalLinks,
    styles: styles.length > 0 ? styles : [plainStyle],
    properties: readProperties({
      core: await root.tree('core-properties'),
      extended: await root.tree('extended-properties'),
      custom: await root.tree('custom-properties'),
    }),
    country: undefined,
    hasVba: main.find('vbaProject') !== undefined,
  }
}

/** External workbooks are numbered in workbook order. */
function books(part: BinaryWorkbookPart, externalLinks: readonly ExternalLink[]): Book[] {
  let number = 0
  return part.books.map((book): Book => {
    if (book.kind === 'self') return book
    if (book.kind === 'addIn') {
      return { kind: 'addIn', names: book.names.map((name) => ({ name, sheet: undefined })) }
    }
    const link = externalLinks[number++]
    return { kind: 'external', number, sheets: link?.sheets.map(({ name }) => name) ?? [], names: link?.names ?? [] }
  })
}

async function readExternalLinks(
  main: PackagePart,
  part: BinaryWorkbookPart,
  context: ReadContext,
): Promise<ExternalLink[]> {
  const links: ExternalLink[] = []
  for (const book of part.books) {
    if (book.kind !== 'external') continue
    const target = main.byId(book.relationshipId)?.target
    const link =
      target === undefined
        ? undefined
        : await tolerated(context, target, async () => {
            const source = await PackagePart.open(main.zip, target, context)
            return readBinaryExternalLink(target, main.zip.read(target), source.relationships, context)
          })
    links.push(link ?? { kind: 'unknown', target: undefined, sheets: [], names: [] })
  }
  return links
}

/** Any formula may name a table, so tables are read before the cells. */
async function readSheetTables(
  main: PackagePart,
  part: BinaryWorkbookPart,
  context: ReadContext,
): Promise<StoredTable[][]> {
  const all: StoredTable[][] = []
  let count = 0
  for (const entry of part.sheets) {
    const tables: StoredTable[] = []
    const sheetPart = main.byId(entry.id)?.target
    const source = sheetPart === undefined ? undefined : await PackagePart.open(main.zip, sheetPart, context)
    for (const { type, target } of source?.relationships ?? []) {
      if (type !== 'table' || !main.zip.has(target)) continue
      if (++count > context.limits.tables) {
        throw new ReadFailure('TOO_MUCH', { what: 'tables', limit: context.limits.tables })
      }
      const table = await tolerated(context, target, () => readBinaryTable(target, main.zip.read(target)))
      if (table && table.range.bottom < MAX_ROWS && table.range.right < MAX_COLS) tables.push(table)
    }
    all.push(tables)
  }
  return all
}

async function readStyles(main: PackagePart, context: ReadContext) {
  const theme = await main.tree('theme')
  const part = main.find('styles')
  if (part === undefined) return []
  const colors = theme ? readTheme(theme) : defaultTheme
  return (
    (await tolerated(context, part, () => readBinaryStyles(part, main.zip.read(part), colors, context.limits))) ?? []
  )
}

async function readStrings(main: PackagePart, context: ReadContext): Promise<readonly string[]> {
  const part = main.find('sharedStrings')
  if (part === undefined) return []
  const strings: string[] = []
  for await (const batch of readRecords(part, main.zip.read(part))) {
    for (const { type, body } of batch) if (type === 19) strings.push(richText(body))
    if (strings.length > context.limits.strings) {
      throw new ReadFailure('TOO_MUCH', { what: 'texts', limit: context.limits.strings })
    }
  }
  return strings
}

async function readSheet(
  main: PackagePart,
  entry: BinaryWorkbookPart['sheets'][number],
  scope: FormulaScope,
  around: { strings: readonly string[]; styleCount: number },
  tables: readonly StoredTable[],
  context: ReadContext,
): Promise<Sheet> {
  const relationship = main.byId(entry.id)
  const kind = sheetKind(relationship?.type ?? 'worksheet')
  const builder = new SheetBuilder(context, { ...entry, kind }, { rows: MAX_ROWS, cols: MAX_COLS })
  if (!relationship) {
    builder.note('SHEET_DAMAGED', { reason: 'its part is not in the file' })
    return builder.build()
  }
  const reader = new BinarySheetReader(builder, scope, around.strings, around.styleCount)
  try {
    for await (const batch of readRecords(relationship.target, main.zip.read(relationship.target))) {
      for (const record of batch) reader.take(record)
    }
  } catch (failure) {
    if (isFatal(failure) || !(failure instanceof ReadFailure)) throw failure
    builder.note('SHEET_DAMAGED', { reason: reasonOf(failure) })
  }
  reader.finish()
  for (const { filtered } of tables) if (filtered) builder.filter(filtered)
  return builder.build()
}

function definedName(stored: StoredName, scope: FormulaScope, context: ReadContext): DefinedName {
  const { tokens, extra, ...name } = stored
  if (tokens.length === 0) return { ...name, text: '' }
  const decoded = decodeFormula(tokens, extra, { row: 0, col: 0 }, biff12Layout, scope)
  if (decoded.kind === 'text') return { ...name, text: decoded.text }
  const reason = `name ${name.name}: ${decoded.kind === 'unreadable' ? decoded.reason : 'it points to a cell'}`
  context.diagnostics.add('FORMULA_UNREADABLE', { reason })
  return { ...name, text: '' }
}

function finishTable(stored: StoredTable, sheet: number, scope: FormulaScope): Table {
  const { columns, range } = stored
  const text = (formula: { tokens: Buffer; extra: Buffer } | undefined) => {
    if (!formula) return undefined
    const cell = { row: range.top, col: range.left }
    const decoded = decodeFormula(formula.tokens, formula.extra, cell, biff12Layout, scope)
    return decoded.kind === 'text' ? decoded.text : undefined
  }
  return {
    name: stored.name,
    sheet,
    range,
    headerRows: stored.headerRows,
    totalsRows: stored.totalsRows,
    columns: columns.map(({ name, totalsFunction, totalsLabel, calculated, totals }) => ({
      name,
      totalsFunction,
      totalsLabel,
      totalsFormula: text(totals),
      calculatedFormula: text(calculated),
    })),
  }
}
