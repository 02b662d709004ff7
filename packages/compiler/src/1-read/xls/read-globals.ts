import type { CellStyle } from '../../model/style.ts'
import type { Sheet } from '../../model/workbook.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import type { FormulaLayout } from '../biff/decode-formula.ts'
import { biff5Layout, biff8Layout } from '../biff/operands.ts'
import type { ReadContext } from '../read-context.ts'
import { ReadFailure } from '../read-failure.ts'
import { builtInName } from './built-in-names.ts'
import { ExternalBooks } from './external-books.ts'
import { StyleTables } from './read-styles.ts'
import { type BiffRecord, readRecords } from './records.ts'
import { codePageText, sharedTexts, type TextForm, unicodeText } from './strings.ts'

/** A sheet as the workbook stream lists it; its records begin at `at`. */
export interface SheetEntry {
  readonly name: string
  readonly kind: Sheet['kind']
  readonly visibility: Sheet['visibility']
  readonly at: number
}

/** A defined name whose formula is decoded once everything it may refer to is known. */
export interface StoredName {
  readonly name: string
  readonly sheet: number | undefined
  readonly hidden: boolean
  readonly macro: 'none' | 'vba' | 'xlm'
  readonly tokens: Buffer
  readonly extra: Buffer
}

/** The content of the workbook stream before its sheets. */
export interface Globals {
  readonly layout: FormulaLayout
  readonly text: TextForm
  readonly isOld: boolean
  readonly date1904: boolean
  readonly fullPrecision: boolean
  readonly country: number | undefined
  readonly sheets: readonly SheetEntry[]
  readonly names: readonly StoredName[]
  readonly comments: ReadonlyMap<string, string>
  readonly books: ExternalBooks
  readonly strings: readonly string[]
  readonly styles: readonly CellStyle[]
  readonly hasVba: boolean
}

const PART = 'the workbook stream'
const END = 0x0a
const BIFF8 = 0x0600
const BIFF5 = 0x0500

export function readGlobals(stream: Buffer, context: ReadContext): Globals {
  const { limits } = context
  const version = streamVersion(stream)
  const isOld = version === BIFF5
  let text: TextForm = isOld ? codePageText(1252) : unicodeText
  let styles = new StyleTables(text, isOld)
  let date1904 = false
  let fullPrecision = true
  let country: number | undefined
  let hasVba = false
  let strings: string[] = []
  const sheets: SheetEntry[] = []
  const names: StoredName[] = []
  const comments = new Map<string, string>()
  const books = new ExternalBooks(context)

  const readers: Readonly<Record<number, (body: ByteReader, record: BiffRecord) => void>> = {
    0x0e: (body) => {
      fullPrecision = body.u16() !== 0
    },
    0x17: (body) => (isOld ? books.oldSheet(body, text) : books.sheetIndexes(body)),
    0x18: (body) => {
      if (names.length >= limits.names) throw new ReadFailure('TOO_MUCH', { what: 'names', limit: limits.names })
      names.push(readName(body, text))
    },
    0x22: (body) => {
      date1904 = body.u16() !== 0
    },
    0x23: (body) => books.name(body, text),
    0x2f: () => {
      throw new ReadFailure('PASSWORD_PROTECTED', {})
    },
    0x31: (body) => styles.font(body),
    0x42: (body) => {
      if (!isOld) return
      text = codePageText(body.u16())
      styles = new StyleTables(text, isOld)
    },
    0x59: (body) => books.cachedSheet(body),
    0x5a: (body) => books.cachedRow(body, text),
    0x85: (body) => {
      if (sheets.length >= limits.sheets) throw new ReadFailure('TOO_MUCH', { what: 'sheets', limit: limits.sheets })
      sheets.push(readSheetEntry(body, text))
    },
    0x8c: (body) => {
      body.u16()
      country = body.u16()
    },
    0x92: (body) => styles.colors(body),
    0xd3: () => {
      hasVba = true
    },
    0xe0: (body) => {
      if (styles.size >= limits.styles) throw new ReadFailure('TOO_MUCH', { what: 'styles', limit: limits.styles })
      styles.cellFormat(body)
    },
    0xfc: (body) => {
      strings = sharedTexts(body, limits.strings)
    },
    0x1ae: (body) => books.book(body, text),
    0x41e: (body) => styles.format(body),
    0x894: (body) => {
      const { name, comment } = readComment(body)
      comments.set(name.toLowerCase(), comment)
    },
  }
  for (const record of readRecords(stream, 0, PART)) {
    if (record.type === END) break
    readers[record.type]?.(record.body, record)
  }
  return {
    layout: isOld ? biff5Layout((bytes) => text.bytes(bytes)) : biff8Layout,
    text,
    isOld,
    date1904,
    fullPrecision,
    country,
    sheets,
    names,
    comments,
    books,
    strings,
    styles: styles.build(),
    hasVba,
  }
}

function streamVersion(stream: Buffer): number {
  const version = stream.length >= 8 && stream.readUInt16LE(0) === 0x0809 ? stream.readUInt16LE(4) : 0
  if (version === BIFF8 || version === BIFF5) return version
  throw new ReadFailure('FILE_DAMAGED', { part: PART, reason: 'it does not start like a workbook' })
}

function readSheetEntry(body: ByteReader, text: TextForm): SheetEntry {
  const at = body.u32()
  const state = body.u8() & 3
  const kind = body.u8()
  return {
    name: text.short(body),
    kind: kind === 2 ? 'chart' : kind === 1 || kind === 6 ? 'macro' : 'worksheet',
    visibility: state === 1 ? 'hidden' : state === 2 ? 'veryHidden' : 'visible',
    at,
  }
}

function readName(body: ByteReader, text: TextForm): StoredName {
  const flags = body.u16()
  body.skip(1)
  const nameLength = body.u8()
  const tokenBytes = body.u16()
  body.skip(2)
  const sheet = body.u16()
  body.skip(4)
  const name = text.counted(body, nameLength)
  const tokens = body.slice(tokenBytes)
  return {
    name: flags & 0x20 ? builtInName(name) : name,
    sheet: sheet === 0 ? undefined : sheet - 1,
    hidden: (flags & 1) !== 0,
    macro: flags & 4 ? 'vba' : flags & 0xa ? 'xlm' : 'none',
    tokens,
    extra: body.rest(),
  }
}

function readComment(body: ByteReader): { name: string; comment: string } {
  body.skip(12)
  const [nameLength, commentLength] = [body.u16(), body.u16()]
  const name = unicodeText.counted(body, nameLength)
  return { name, comment: unicodeText.counted(body, commentLength) }
}
