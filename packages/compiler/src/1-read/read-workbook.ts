import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostics.ts'
import type { Workbook } from '../model/workbook.ts'
import { detectFormat } from './detect-format.ts'
import type { FarStore } from './far-store.ts'
import { defaultLimits, type ReadLimits } from './limits.ts'
import { PackagePart } from './package-parts.ts'
import { CellBudget, type ReadContext } from './read-context.ts'
import { ReadFailure, report } from './read-failure.ts'
import { readXls } from './xls/read-xls.ts'
import { readXlsb } from './xlsb/read-xlsb.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import { ZipPackage } from './zip-package.ts'

export interface ReadOptions {
  readonly limits?: Partial<ReadLimits>
  /** Collects the problems; a new list by default. */
  readonly diagnostics?: Diagnostics
  /** Takes over data that should not be held in memory. */
  readonly far?: FarStore
}

export interface ReadResult {
  /** Null if nothing useful could be read; a single sheet or part that failed is left out. */
  readonly workbook: Workbook | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a workbook from untrusted bytes, whatever its extension. Never throws because of the content. */
export async function readWorkbook(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadResult> {
  const limits = { ...defaultLimits, ...options.limits }
  const diagnostics = options.diagnostics ?? new Diagnostics()
  const context: ReadContext = { limits, diagnostics, budget: new CellBudget(limits.cells), far: options.far }
  try {
    const workbook = await readByKind(bytes, context)
    if (workbook.hasVba) diagnostics.add('MACROS_IGNORED', {})
    return { workbook, diagnostics: diagnostics.list }
  } catch (failure) {
    if (!(failure instanceof ReadFailure)) throw failure
    report(diagnostics, failure)
    return { workbook: null, diagnostics: diagnostics.list }
  }
}

async function readByKind(bytes: Uint8Array, context: ReadContext): Promise<Workbook> {
  const { limits } = context
  if (bytes.byteLength === 0) throw new ReadFailure('FILE_EMPTY', {})
  if (bytes.byteLength > limits.fileBytes) {
    throw new ReadFailure('FILE_TOO_BIG', { bytes: bytes.byteLength, limit: limits.fileBytes })
  }
  const file = detectFormat(bytes)
  switch (file.kind) {
    case 'zip':
      return readPackage(bytes, context)
    case 'compound':
      return readXls(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), context)
    case 'old':
      throw new ReadFailure('OLD_FORMAT', { version: file.version })
    case 'other':
      throw new ReadFailure('NOT_A_WORKBOOK', { found: file.found })
    default:
      return file satisfies never
  }
}

/** A zip is a workbook when its relationships lead to one, in XML or in binary records. */
async function readPackage(bytes: Uint8Array, context: ReadContext): Promise<Workbook> {
  const zip = await ZipPackage.open(bytes, context.limits)
  const root = await PackagePart.open(zip, '', context)
  const name = root.find('officeDocument')
  if (name === undefined) throw new ReadFailure('NOT_A_WORKBOOK', { found: zipContents(zip) })
  const main = await PackagePart.open(zip, name, context)
  return (await isXml(zip, name)) ? readXlsx(root, main, context) : readXlsb(root, main, context)
}

/** Binary workbook parts start with a record, XML ones with `<` or a byte order mark. */
async function isXml(zip: ZipPackage, part: string): Promise<boolean> {
  for await (const chunk of zip.read(part)) {
    if (chunk.length > 0) return [0x3c, 0xef, 0xfe, 0xff, 0x20, 0x0a, 0x0d, 0x09, 0x00].includes(chunk[0] ?? -1)
  }
  return true
}

function zipContents(zip: ZipPackage): string {
  if (zip.has('mimetype') && zip.has('content.xml')) return 'an OpenDocument file (.ods)'
  return zip.has('Index/Document.iwa') ? 'a Numbers document' : 'a zip file without a workbook in it'
}
