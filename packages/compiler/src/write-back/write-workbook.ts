import { defaultLimits, type ReadLimits } from '../1-read/limits.ts'
import { PackagePart } from '../1-read/package-parts.ts'
import { CellBudget, type ReadContext } from '../1-read/read-context.ts'
import { ReadFailure, report } from '../1-read/read-failure.ts'
import { readWorkbook } from '../1-read/read-workbook.ts'
import { decodedXml, readXmlTree } from '../1-read/xml.ts'
import { readWorkbookPart } from '../1-read/xlsx/read-workbook-part.ts'
import { type PackedPart, ZipPackage } from '../1-read/zip-package.ts'
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostics.ts'
import type { DefinedName, Workbook } from '../model/workbook.ts'
import { changesBySheet, type WorkbookChanges } from './changes.ts'
import { withFullCalculation, withNames, withoutReferences, withPortNames, withTableRange } from './patch-package.ts'
import { SheetPatcher } from './patch-sheet.ts'
import { repack, writeZip } from './write-zip.ts'
import { type XmlToken, xmlTokens } from './xml-tokens.ts'

export interface WriteOptions {
  /** Converts an .xls or .xlsb file to .xlsx with LibreOffice. Without it such files are refused. */
  readonly convert?: (bytes: Uint8Array, format: Workbook['format']) => Promise<Uint8Array>
  readonly limits?: Partial<ReadLimits>
  /** Names of inputs and outputs that replace those of the file. */
  readonly portNames?: readonly DefinedName[]
}

export interface WriteResult {
  /** The workbook as .xlsx, or null if it could not be written. */
  readonly bytes: Uint8Array | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The same file with new values. Only the changed cells, the calculation settings and, if a formula was removed, the
 * calculation chain differ from the original; every other part is copied in packed form.
 */
export async function writeWorkbook(
  bytes: Uint8Array,
  workbook: Workbook,
  changes: WorkbookChanges,
  options: WriteOptions = {},
): Promise<WriteResult> {
  const diagnostics = new Diagnostics()
  try {
    const source = await asXlsx(bytes, workbook, options)
    return {
      bytes: await patched(source.bytes, source.workbook, changes, options, diagnostics),
      diagnostics: diagnostics.list,
    }
  } catch (failure) {
    if (!(failure instanceof ReadFailure)) throw failure
    report(diagnostics, failure)
    return { bytes: null, diagnostics: diagnostics.list }
  }
}

async function asXlsx(
  bytes: Uint8Array,
  workbook: Workbook,
  options: WriteOptions,
): Promise<{ bytes: Uint8Array; workbook: Workbook }> {
  const { format } = workbook
  if (format === 'xlsx') return { bytes, workbook }
  if (!options.convert) throw new ReadFailure('WRITE_NEEDS_CONVERTER', { format })
  let converted: Uint8Array
  try {
    converted = await options.convert(bytes, format)
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    throw new ReadFailure('WRITE_CONVERSION_FAILED', { format, reason })
  }
  const read = await readWorkbook(converted, options.limits ? { limits: options.limits } : {})
  if (read.workbook?.format !== 'xlsx' || read.workbook.sheets.length !== workbook.sheets.length) {
    const reason = read.diagnostics[0]?.message ?? 'the result has other sheets'
    throw new ReadFailure('WRITE_CONVERSION_FAILED', { format, reason })
  }
  return { bytes: converted, workbook: read.workbook }
}

async function patched(
  bytes: Uint8Array,
  workbook: Workbook,
  changes: WorkbookChanges,
  options: WriteOptions,
  diagnostics: Diagnostics,
): Promise<Buffer> {
  const limits = { ...defaultLimits, ...options.limits }
  const context: ReadContext = { limits, diagnostics, budget: new CellBudget(limits.cells) }
  const zip = await ZipPackage.open(bytes, limits)
  const root = await PackagePart.open(zip, '', context)
  const mainName = root.find('officeDocument') ?? ''
  const main = await PackagePart.open(zip, mainName, context)
  const entries = readWorkbookPart(await readXmlTree(mainName, zip.read(mainName), limits), limits).sheets
  const sheetParts = new Map(
    changesBySheet(changes, workbook)
      .entries()
      .filter(([, sheetChanges]) => !sheetChanges.isEmpty)
      .map(([index, sheetChanges]) => {
        const part = main.byId(entries[index]?.id ?? '')?.target ?? ''
        return [part.toLowerCase(), { sheet: workbook.sheets[index], changes: sheetChanges }] as const
      }),
  )
  const chain = main.find('calcChain')
  const parts: PackedPart[] = []
  let droppedFormula = false
  for await (const part of zip.packed()) {
    const patch = sheetParts.get(part.name.toLowerCase())
    if (patch?.sheet) {
      const patcher = new SheetPatcher(patch.sheet, patch.changes)
      parts.push(await repack(part, patchedSheet(zip, part.name, patcher)))
      droppedFormula ||= patcher.droppedFormula
    } else parts.push(part)
  }
  const finished: PackedPart[] = []
  for (const part of parts) {
    const name = part.name.toLowerCase()
    if (name === mainName.toLowerCase()) {
      const { portNames } = options
      const rewrite = portNames
        ? (tokens: readonly XmlToken[]) => withPortNames(tokens, portNames)
        : (tokens: readonly XmlToken[]) => withFullCalculation(withNames(tokens, changes.names))
      finished.push(await rewritten(zip, part, rewrite))
    } else if (changes.tables?.size && tablePart.test(name)) {
      const { tables } = changes
      finished.push(await rewritten(zip, part, (tokens) => withTableRange(tokens, tables)))
    } else if (!droppedFormula || chain === undefined) finished.push(part)
    else if (name === chain.toLowerCase()) continue
    else if (name === '[content_types].xml' || name === relationshipsOf(mainName)) {
      finished.push(await rewritten(zip, part, (tokens) => withoutReferences(tokens, chain)))
    } else finished.push(part)
  }
  return writeZip(finished)
}

const tablePart = /\/tables\/[^/]+\.xml$/

function relationshipsOf(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`.toLowerCase()
}

async function* patchedSheet(zip: ZipPackage, part: string, patcher: SheetPatcher): AsyncGenerator<Buffer> {
  for await (const tokens of xmlTokens(utf8Text(zip, part))) {
    let text = ''
    for (const token of tokens) text += patcher.take(token)
    if (text !== '') yield Buffer.from(text)
  }
}

async function rewritten(
  zip: ZipPackage,
  part: PackedPart,
  rewrite: (tokens: readonly XmlToken[]) => string,
): Promise<PackedPart> {
  const tokens: XmlToken[] = []
  for await (const batch of xmlTokens(utf8Text(zip, part.name))) tokens.push(...batch)
  const text = rewrite(tokens)
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(text)
  }
  return repack(part, content())
}

const ENCODING = /^(<\?xml[^>]*encoding\s*=\s*["'])[^"']*/

/** All text is written as UTF-8 and declared as such. */
async function* utf8Text(zip: ZipPackage, part: string): AsyncGenerator<string> {
  let isFirst = true
  for await (const text of decodedXml(part, zip.read(part))) {
    yield isFirst ? text.replace(ENCODING, '$1UTF-8') : text
    if (text !== '') isFirst = false
  }
}
