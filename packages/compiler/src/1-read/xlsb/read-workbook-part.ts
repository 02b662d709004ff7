import type { CalculationSettings, Sheet } from '../../model/workbook.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import type { SheetLink } from '../biff/scope.ts'
import { allowedIterations } from '../iterations.ts'
import type { ReadContext } from '../read-context.ts'
import { ReadFailure } from '../read-failure.ts'
import { nullableString, readRecords, storedFormula, wideString } from './records.ts'

const NAME = 39
const WORKBOOK_PROPERTIES = 153
const SHEET = 156
const CALCULATION = 157
const SUP_BOOK = 355
const SUP_SELF = 357
const SUP_SAME = 358
const EXTERN_SHEET = 362
const SUP_ADD_IN = 667
const PLACEHOLDER_NAME = 361

/** A defined name whose formula is decoded once everything it may refer to is known. */
export interface StoredName {
  readonly name: string
  readonly sheet: number | undefined
  readonly hidden: boolean
  readonly macro: 'none' | 'vba' | 'xlm'
  readonly comment: string | undefined
  readonly tokens: Buffer
  readonly extra: Buffer
}

/** A workbook that formulas refer to, not yet read. */
type StoredBook =
  | { readonly kind: 'self' }
  | { readonly kind: 'external'; readonly relationshipId: string }
  | { readonly kind: 'addIn'; readonly names: string[] }

export interface BinaryWorkbookPart {
  readonly date1904: boolean
  readonly calculation: CalculationSettings
  readonly sheets: readonly { readonly name: string; readonly visibility: Sheet['visibility']; readonly id: string }[]
  readonly names: readonly StoredName[]
  readonly books: readonly StoredBook[]
  readonly links: readonly SheetLink[]
}

export async function readBinaryWorkbookPart(
  part: string,
  chunks: AsyncIterable<Buffer>,
  context: ReadContext,
): Promise<BinaryWorkbookPart> {
  const { limits } = context
  const sheets: BinaryWorkbookPart['sheets'][number][] = []
  const names: StoredName[] = []
  const books: StoredBook[] = []
  let links: SheetLink[] = []
  let date1904 = false
  let calculation = defaultCalculation
  const readers: Readonly<Record<number, (body: ByteReader) => void>> = {
    [WORKBOOK_PROPERTIES]: (body) => {
      date1904 = (body.u32() & 1) !== 0
    },
    [CALCULATION]: (body) => {
      calculation = readCalculation(body)
    },
    [SHEET]: (body) => {
      if (sheets.length >= limits.sheets) throw new ReadFailure('TOO_MUCH', { what: 'sheets', limit: limits.sheets })
      sheets.push(readSheetEntry(body))
    },
    [NAME]: (body) => {
      if (names.length >= limits.names) throw new ReadFailure('TOO_MUCH', { what: 'names', limit: limits.names })
      names.push(readName(body))
    },
    [SUP_SELF]: () => books.push({ kind: 'self' }),
    [SUP_SAME]: () => books.push({ kind: 'self' }),
    [SUP_ADD_IN]: () => books.push({ kind: 'addIn', names: [] }),
    [SUP_BOOK]: (body) => books.push({ kind: 'external', relationshipId: wideString(body) }),
    [PLACEHOLDER_NAME]: (body) => {
      const book = books.at(-1)
      if (book?.kind === 'addIn') book.names.push(wideString(body))
    },
    [EXTERN_SHEET]: (body) => {
      links = readLinks(body)
    },
  }
  for await (const batch of readRecords(part, chunks)) {
    for (const { type, body } of batch) readers[type]?.(body)
  }
  return { date1904, calculation, sheets, names, books, links }
}

const defaultCalculation: CalculationSettings = {
  mode: 'auto',
  iterate: false,
  iterateCount: 100,
  iterateDelta: 0.001,
  fullPrecision: true,
  compatibilityVersion: 1,
}

function readCalculation(body: ByteReader): CalculationSettings {
  body.skip(4)
  const mode = body.u32()
  const iterateCount = allowedIterations(body.u32())
  const iterateDelta = body.f64()
  body.skip(4)
  const flags = body.u16()
  return {
    mode: mode === 0 ? 'manual' : mode === 2 ? 'autoExceptTables' : 'auto',
    iterate: (flags & 4) !== 0,
    iterateCount,
    iterateDelta,
    fullPrecision: (flags & 8) !== 0,
    compatibilityVersion: 1,
  }
}

function readSheetEntry(body: ByteReader): BinaryWorkbookPart['sheets'][number] {
  const state = body.u32()
  body.skip(4)
  const id = nullableString(body) ?? ''
  const visibility = state === 1 ? 'hidden' : state === 2 ? 'veryHidden' : 'visible'
  return { name: wideString(body), visibility, id }
}

function readName(body: ByteReader): StoredName {
  const flags = body.u32()
  body.skip(1)
  const sheet = body.u32()
  const name = wideString(body)
  const { tokens, extra } = storedFormula(body)
  const comment = body.left >= 4 ? nullableString(body) : undefined
  return {
    name: flags & 0x20 ? `_xlnm.${name}` : name,
    sheet: sheet === 0xffffffff ? undefined : sheet,
    hidden: (flags & 1) !== 0,
    macro: flags & 4 ? 'vba' : flags & 0xa ? 'xlm' : 'none',
    comment: comment === '' ? undefined : comment,
    tokens: Buffer.from(tokens),
    extra: Buffer.from(extra),
  }
}

function readLinks(body: ByteReader): SheetLink[] {
  const links: SheetLink[] = []
  for (let count = body.u32(); count > 0; count--) links.push({ book: body.u32(), first: body.i32(), last: body.i32() })
  return links
}
