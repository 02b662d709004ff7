import type { ByteReader } from './byte-reader.ts'
import {
  errorText,
  type FormulaLayout,
  type FormulaScope,
  numberText,
  type OperandReader,
  type StoredCell,
} from './decode-formula.ts'
import { structuredReference } from './structured-reference.ts'

/** Excel 97 to 2003: two-byte rows, columns with the flags in their upper bits. */
const biff8Operands: OperandReader = {
  reference: (from) => flaggedColumn(from.u16(), from.u16(), 0xff),
  area: (from) => {
    const [top, bottom, left, right] = [from.u16(), from.u16(), from.u16(), from.u16()]
    return [flaggedColumn(top, left, 0xff), flaggedColumn(bottom, right, 0xff)]
  },
  sheets: indexedSheets,
  text: (from) => {
    const length = from.u8()
    return from.u8() & 1 ? from.utf16(length) : from.latin1(length)
  },
  skipReference: (from) => from.skip(4),
  skipArea: (from) => from.skip(8),
  name: (from) => from.u32() & 0xffff,
  externalName: (from, scope) => scope.externalName(from.u16(), from.u32() & 0xffff),
  master: (from) => ({ row: from.u16(), col: from.u16() & 0xff }),
  skipArray: (from) => from.skip(7),
  arrayConstant: (extra) => {
    const cols = extra.u8() + 1
    const rows = extra.u16() + 1
    return arrayText(extra, rows, cols, () => biff8Element(extra, () => countedText(extra)))
  },
  skipMemory: (extra) => extra.skip(extra.u16() * 8),
  table: unsupportedTable,
}

/** Excel 5 and 95: flags in the upper bits of the row, texts in the workbook's code page. */
export function biff5Layout(decode: (bytes: Buffer) => string): FormulaLayout {
  return { rows: 16_384, cols: 256, operands: biff5Operands(decode) }
}

function biff5Operands(decode: (bytes: Buffer) => string): OperandReader {
  return {
    reference: (from) => flaggedRow(from.u16(), from.u8()),
    area: (from) => {
      const [top, bottom, left, right] = [from.u16(), from.u16(), from.u8(), from.u8()]
      return [flaggedRow(top, left), flaggedRow(bottom, right)]
    },
    sheets: (from, scope) => {
      const link = from.i16()
      from.skip(8)
      const [first, last] = [from.u16(), from.u16()]
      return () => (link < 0 ? scope.ownSheets(first, last) : scope.sheetPrefix(link - 1))
    },
    text: (from) => decode(from.slice(from.u8())),
    skipReference: (from) => from.skip(3),
    skipArea: (from) => from.skip(6),
    name: (from) => {
      const index = from.u16()
      from.skip(12)
      return index
    },
    externalName: (from, scope) => {
      const link = from.i16()
      from.skip(8)
      const index = from.u16()
      from.skip(12)
      return link < 0 ? scope.name(index) : scope.externalName(link - 1, index)
    },
    master: (from) => ({ row: from.u16(), col: from.u16() & 0xff }),
    skipArray: (from) => from.skip(7),
    arrayConstant: (extra) => {
      const cols = extra.u8() || 256
      const rows = extra.u16()
      return arrayText(extra, rows, cols, () => biff8Element(extra, () => decode(extra.slice(extra.u8()))))
    },
    skipMemory: (extra) => extra.skip(extra.u16() * 6),
    table: unsupportedTable,
  }
}

/** Excel 2007 and later, .xlsb: four-byte rows. */
const biff12Operands: OperandReader = {
  reference: (from) => flaggedColumn(from.u32(), from.u16(), 0x3fff),
  area: (from) => {
    const [top, bottom, left, right] = [from.u32(), from.u32(), from.u16(), from.u16()]
    return [flaggedColumn(top, left, 0x3fff), flaggedColumn(bottom, right, 0x3fff)]
  },
  sheets: indexedSheets,
  text: (from) => from.utf16(from.u16()),
  skipReference: (from) => from.skip(6),
  skipArea: (from) => from.skip(12),
  name: (from) => from.u32(),
  externalName: (from, scope) => scope.externalName(from.u16(), from.u32()),
  master: (from, extra) => ({ row: from.u32(), col: extra.u32() }),
  skipArray: (from) => from.skip(14),
  arrayConstant: (extra) => {
    const rows = extra.u32()
    const cols = extra.u32()
    return arrayText(extra, rows, cols, () => biff12Element(extra))
  },
  skipMemory: (extra) => extra.skip(extra.u32() * 16),
  table: storedTable,
}

export const biff8Layout: FormulaLayout = { rows: 65_536, cols: 256, operands: biff8Operands }
export const biff12Layout: FormulaLayout = { rows: 1_048_576, cols: 16_384, operands: biff12Operands }

function flaggedColumn(row: number, column: number, mask: number): StoredCell {
  return { row, col: column & mask, rowRelative: (column & 0x8000) !== 0, colRelative: (column & 0x4000) !== 0 }
}

function flaggedRow(row: number, col: number): StoredCell {
  return { row: row & 0x3fff, col, rowRelative: (row & 0x8000) !== 0, colRelative: (row & 0x4000) !== 0 }
}

function indexedSheets(from: ByteReader, scope: FormulaScope): () => string | undefined {
  const index = from.u16()
  return () => scope.sheetPrefix(index)
}

function arrayText(extra: ByteReader, rows: number, cols: number, element: () => string): string {
  // Every element takes up bytes, so a larger array is impossible.
  if (rows * cols === 0 || rows * cols > extra.left) throw new Error('an array constant of impossible size')
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    const line: string[] = []
    for (let col = 0; col < cols; col++) line.push(element())
    lines.push(line.join(','))
  }
  return `{${lines.join(';')}}`
}

function biff8Element(extra: ByteReader, text: () => string): string {
  const kind = extra.u8()
  switch (kind) {
    case 0x00:
      extra.skip(8)
      return '""'
    case 0x01:
      return numberText(extra.f64())
    case 0x02:
      return quoted(text())
    case 0x04:
      return booleanText(extra.slice(8)[0])
    case 0x10:
      return errorText(extra.slice(8)[0] ?? -1)
    default:
      throw new Error(`array element of kind ${kind}`)
  }
}

function countedText(extra: ByteReader): string {
  const length = extra.u16()
  return extra.u8() & 1 ? extra.utf16(length) : extra.latin1(length)
}

function biff12Element(extra: ByteReader): string {
  const kind = extra.u8()
  switch (kind) {
    case 0x00:
      return numberText(extra.f64())
    case 0x01:
      return quoted(extra.utf16(extra.u16()))
    case 0x02:
      return booleanText(extra.u8())
    case 0x04:
      return errorText(extra.slice(4)[0] ?? -1)
    default:
      throw new Error(`array element of kind ${kind}`)
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function booleanText(byte: number | undefined): string {
  return byte === 0 ? 'FALSE' : 'TRUE'
}

function unsupportedTable(): string {
  throw new Error('a table reference')
}

function storedTable(from: ByteReader, scope: FormulaScope): string {
  from.skip(2)
  const flags = from.u16()
  const table = scope.table(from.u32())
  const [first, last] = [from.u16(), from.u16()]
  const columns = [[], [first], [first, last]][flags & 3] ?? []
  const text = table && structuredReference(table, (flags >> 2) & 0x1f, columns)
  if (text === undefined) throw new Error('a table reference that cannot be resolved')
  return text
}
