import type { Scalar } from '@sheetwright/runtime/values.ts'
import { columnName } from '../../model/address.ts'
import { CellTableBuilder } from '../../model/cell-table.ts'
import type { ExternalLink } from '../../model/workbook.ts'
import { binaryError } from '../biff/binary-values.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import type { Book, ScopedName, SheetLink } from '../biff/scope.ts'
import { sheetPrefix } from '../biff/sheet-prefix.ts'
import type { ReadContext } from '../read-context.ts'
import type { TextForm } from './strings.ts'

const SELF = 0x0401
const ADD_IN = 0x3a01

interface StoredBook {
  readonly kind: Book['kind']
  readonly linkKind: ExternalLink['kind']
  readonly target: string
  readonly sheets: { readonly name: string; readonly cells: CellTableBuilder }[]
  readonly names: (ScopedName & { readonly text: string | undefined })[]
}

/** Collects the workbooks that formulas refer to, with their cached values, and the list that 3-D references index. */
export class ExternalBooks {
  private readonly context: ReadContext
  private readonly books: StoredBook[] = []
  private readonly sheetLinks: SheetLink[] = []
  private cached: CellTableBuilder | undefined

  constructor(context: ReadContext) {
    this.context = context
  }

  get links(): readonly SheetLink[] {
    return this.sheetLinks
  }

  /** Excel 97 and later: one record per workbook, with its sheets. */
  book(body: ByteReader, text: TextForm): void {
    const sheetCount = body.u16()
    const kindOrLength = body.u16()
    if (kindOrLength === SELF) return this.add('self', '')
    if (kindOrLength === ADD_IN) return this.add('addIn', '')
    const target = text.counted(body, kindOrLength)
    this.add('external', target, sheetCount === 0 ? 'dde' : 'workbook')
    for (let i = 0; i < sheetCount && body.left > 0; i++) {
      this.books.at(-1)?.sheets.push({ name: text.long(body), cells: new CellTableBuilder() })
    }
  }

  /** Excel 97 and later: the workbook and sheets of each index. */
  sheetIndexes(body: ByteReader): void {
    for (let count = body.u16(); count > 0 && body.left >= 6; count--) {
      this.sheetLinks.push({ book: body.u16(), first: body.i16(), last: body.i16() })
    }
  }

  /** Excel 5 and 95: one record per sheet; workbook and sheet are written as `[Book.xls]Sheet`. */
  oldSheet(body: ByteReader, text: TextForm): void {
    const length = body.u8()
    const marker = body.u8()
    const name = text.bytes(body.slice(Math.min(length, body.left)))
    if (marker === 0x3a) this.add('addIn', '')
    else if (marker === 1) this.addOldExternal(name)
    else this.add('self', '')
    this.sheetLinks.push({ book: this.books.length - 1, first: 0, last: 0 })
  }

  /** A name in the last workbook read, or a function of an add-in. */
  name(body: ByteReader, text: TextForm): void {
    body.skip(2)
    const sheet = body.u16()
    body.skip(2)
    const name = text.short(body)
    const book = this.books.at(-1)
    const isPlace = book?.kind === 'external' && book.linkKind === 'workbook' && body.left >= 2
    book?.names.push({
      name,
      sheet: sheet === 0 ? undefined : sheet - 1,
      text: isPlace ? namedPlace(body.slice(Math.min(body.u16(), body.left)), book) : undefined,
    })
  }

  cachedSheet(body: ByteReader): void {
    body.skip(2)
    const sheet = body.left >= 2 ? body.u16() : 0
    this.cached = this.books.at(-1)?.sheets[sheet]?.cells
  }

  cachedRow(body: ByteReader, text: TextForm): void {
    const [last, first] = [body.u8(), body.u8()]
    const row = body.u16()
    for (let col = first; col <= last; col++) {
      const value = cachedValue(body, text)
      if (value === undefined || !this.cached) continue
      this.context.budget.take()
      this.cached.set(row, col, { kind: 'constant', value, style: 0 })
    }
  }

  /** External workbooks for formulas, numbered from 1 in file order. */
  formulaBooks(): Book[] {
    let number = 0
    return this.books.map(({ kind, sheets, names }): Book => {
      if (kind === 'self') return { kind }
      if (kind === 'addIn') return { kind, names }
      return { kind, number: ++number, sheets: sheets.map(({ name }) => name), names }
    })
  }

  externalLinks(): ExternalLink[] {
    return this.books
      .filter(({ kind }) => kind === 'external')
      .map(({ linkKind, target, sheets, names }) => ({
        kind: linkKind,
        target: readablePath(target),
        sheets: sheets.map(({ name, cells }) => ({ name, cells: cells.build() })),
        names,
      }))
  }

  private add(kind: Book['kind'], target: string, linkKind: ExternalLink['kind'] = 'workbook'): void {
    this.books.push({ kind, linkKind, target, sheets: [], names: [] })
  }

  private addOldExternal(name: string): void {
    // `C:\folder\[book.xls]sheet`
    const open = name.lastIndexOf('[', name.lastIndexOf(']'))
    const close = name.indexOf(']', open)
    const isNamed = open >= 0 && close >= 0
    this.add('external', isNamed ? name.slice(0, open) + name.slice(open + 1, close) : name)
    this.books.at(-1)?.sheets.push({ name: isNamed ? name.slice(close + 1) : name, cells: new CellTableBuilder() })
  }
}

/** The cell or range that a name of another workbook refers to; undefined for anything else. */
function namedPlace(tokens: Buffer, book: StoredBook): string | undefined {
  const kind = (tokens[0] ?? 0) & 0x1f
  const isCell = kind === 0x1a && tokens.length === 9
  const isArea = kind === 0x1b && tokens.length === 13
  if (!isCell && !isArea) return undefined
  const sheet = book.sheets[tokens.readUInt16LE(1)]?.name
  if (sheet === undefined) return undefined
  const row = (index: number) => tokens.readUInt16LE(5 + index * 2) + 1
  const col = (index: number) => columnName(tokens.readUInt16LE((isCell ? 7 : 9) + index * 2) & 0xff)
  const first = `$${col(0)}$${row(0)}`
  return sheetPrefix(sheet, undefined) + (isCell ? first : `${first}:$${col(1)}$${row(1)}`)
}

function cachedValue(body: ByteReader, text: TextForm): Scalar | undefined {
  const kind = body.u8()
  if (kind === 0x01) return body.f64()
  if (kind === 0x02) return text.long(body)
  const [first] = body.slice(8)
  if (kind === 0x04) return first !== 0
  return kind === 0x10 ? binaryError(first ?? -1) : undefined
}

/** Paths hold control characters for drives and folders. */
function readablePath(stored: string): string {
  return Array.from(stored, (character) => {
    const code = character.charCodeAt(0)
    if (code === 3) return '\\'
    return code < 32 ? '' : character
  }).join('')
}
