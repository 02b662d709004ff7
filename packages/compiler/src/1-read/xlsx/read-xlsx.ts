import { MAX_COLS, MAX_ROWS } from '../../model/address.ts'
import { plainStyle } from '../../model/style.ts'
import type { CellComment, ExternalLink, Sheet, Table, Workbook } from '../../model/workbook.ts'
import { defaultTheme } from '../colors.ts'
import { PackagePart, tolerated } from '../package-parts.ts'
import type { ReadContext } from '../read-context.ts'
import { isFatal, ReadFailure, reasonOf } from '../read-failure.ts'
import { readProperties } from '../read-properties.ts'
import { SheetBuilder } from '../sheet-builder.ts'
import { readXmlTree, streamXml } from '../xml.ts'
import { readExternalLink } from './read-external-link.ts'
import { readComments } from './read-comments.ts'
import { noMetadata, readMetadata } from './read-metadata.ts'
import { readSharedStrings } from './read-shared-strings.ts'
import { SheetHandler, type SheetSurroundings, sheetKind } from './read-sheet.ts'
import { readStyles } from './read-styles.ts'
import { readTable } from './read-table.ts'
import { readTheme } from './read-theme.ts'
import { readWorkbookPart, type WorkbookPart } from './read-workbook-part.ts'

/** Reads a package whose main part is XML: .xlsx, .xlsm, .xltx and .xltm. */
export async function readXlsx(root: PackagePart, main: PackagePart, context: ReadContext): Promise<Workbook> {
  const { zip } = root
  const part = readWorkbookPart(await readXmlTree(main.name, zip.read(main.name), context.limits), context.limits)
  const around = await readSurroundings(main, part, context)
  const tables: Table[] = []
  const sheets: Sheet[] = []
  for (const [index, entry] of part.sheets.entries()) {
    sheets.push(await readSheet(main, entry, index, around, tables, context))
  }
  return {
    format: 'xlsx',
    grid: { rows: MAX_ROWS, cols: MAX_COLS },
    date1904: part.date1904,
    calculation: part.calculation,
    sheets,
    names: part.names,
    tables,
    externalLinks: await readExternalLinks(main, part.externalLinkIds, context),
    styles: around.styles,
    properties: readProperties({
      core: await root.tree('core-properties'),
      extended: await root.tree('extended-properties'),
      custom: await root.tree('custom-properties'),
    }),
    country: undefined,
    hasVba: main.find('vbaProject') !== undefined,
  }
}

async function readSurroundings(main: PackagePart, part: WorkbookPart, context: ReadContext) {
  const theme = await main.tree('theme')
  const styleTree = await main.tree('styles')
  const styles = styleTree ? readStyles(styleTree, theme ? readTheme(theme) : defaultTheme, context.limits) : []
  const stringsPart = main.find('sharedStrings')
  const strings =
    stringsPart === undefined ? [] : await readSharedStrings(stringsPart, main.zip.read(stringsPart), context)
  const metadata = await main.tree('sheetMetadata', 'metadata')
  return {
    styles: styles.length > 0 ? styles : [plainStyle],
    styleCount: styles.length,
    strings,
    metadata: metadata
      ? readMetadata(metadata, await main.tree('rdRichValue'), await main.tree('rdRichValueStructure'))
      : noMetadata,
    date1904: part.date1904,
  }
}

async function readSheet(
  main: PackagePart,
  entry: WorkbookPart['sheets'][number],
  index: number,
  around: SheetSurroundings,
  tables: Table[],
  context: ReadContext,
): Promise<Sheet> {
  const relationship = main.byId(entry.id)
  const kind = sheetKind(relationship?.type ?? 'worksheet')
  const builder = new SheetBuilder(context, { ...entry, kind }, { rows: MAX_ROWS, cols: MAX_COLS })
  if (!relationship) {
    builder.note('SHEET_DAMAGED', { reason: 'its part is not in the file' })
    return builder.build()
  }
  const handler = new SheetHandler(builder, around)
  try {
    await streamXml(relationship.target, main.zip.read(relationship.target), context.limits, handler)
  } catch (failure) {
    if (isFatal(failure) || !(failure instanceof ReadFailure)) throw failure
    builder.note('SHEET_DAMAGED', { reason: reasonOf(failure) })
  }
  handler.finish()
  await readTables(main, relationship.target, handler.tableIds, index, builder, tables, context)
  const comments = await readSheetComments(main, relationship.target, context)
  return comments.length === 0 ? builder.build() : { ...builder.build(), comments }
}

async function readSheetComments(main: PackagePart, sheetPart: string, context: ReadContext): Promise<CellComment[]> {
  const part = await PackagePart.open(main.zip, sheetPart, context)
  const tree = (type: string) => {
    // Comments change no result, so a missing part is not a problem of the workbook.
    const target = part.relationships.find((each) => each.type === type && !each.external)?.target
    return target !== undefined && main.zip.has(target) ? part.treeOf(target) : undefined
  }
  return readComments(await tree('comments'), await tree('threadedComment'))
}

async function readTables(
  main: PackagePart,
  sheetPart: string,
  ids: readonly string[],
  sheet: number,
  builder: SheetBuilder,
  tables: Table[],
  context: ReadContext,
): Promise<void> {
  if (ids.length === 0) return
  const part = await PackagePart.open(main.zip, sheetPart, context)
  for (const id of ids) {
    const target = part.byId(id)?.target
    const root = target === undefined ? undefined : await part.treeOf(target)
    const read = root && readTable(root, sheet)
    if (!read) continue
    if (tables.length >= context.limits.tables) {
      throw new ReadFailure('TOO_MUCH', { what: 'tables', limit: context.limits.tables })
    }
    tables.push(read.table)
    if (read.filtered) builder.filter(read.filtered)
  }
}

async function readExternalLinks(
  main: PackagePart,
  ids: readonly string[],
  context: ReadContext,
): Promise<ExternalLink[]> {
  const links: ExternalLink[] = []
  for (const id of ids) {
    const target = main.byId(id)?.target
    const link =
      target === undefined
        ? undefined
        : await tolerated(context, target, async () => {
            const part = await PackagePart.open(main.zip, target, context)
            return readExternalLink(target, main.zip.read(target), part.relationships, context)
          })
    links.push(link ?? unreadableLink)
  }
  return links
}

/** A placeholder that keeps the numbers of later links. */
const unreadableLink: ExternalLink = { kind: 'unknown', target: undefined, sheets: [], names: [] }
