import { zipParts } from '../workbook-builder.ts'
import { compound } from './compound-builder.ts'

/** Little-endian bytes for records and tokens in tests. */
export const u8 = (...values: number[]): Buffer => Buffer.from(values)

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2)
  return bytes
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4)
  return bytes
}

export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

export const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts)

/** A record of an .xls stream. */
export function biff(type: number, ...body: Buffer[]): Buffer {
  const bytes = join(...body)
  return join(u16(type, bytes.length), bytes)
}

/** An Excel 97 text after a one-byte or two-byte length. */
export const shortText = (text: string): Buffer => join(u8(text.length, 1), Buffer.from(text, 'utf16le'))
export const longText = (text: string): Buffer => join(u16(text.length), u8(1), Buffer.from(text, 'utf16le'))

export interface XlsSheet {
  readonly name: string
  /** Records between the sheet's begin and end records. */
  readonly records: readonly Buffer[]
}

/** An Excel 97 workbook: the workbook's own records, then its sheets. */
export function buildXls(sheets: readonly XlsSheet[], globals: readonly Buffer[] = []): Buffer {
  const begin = (kind: number) => biff(0x809, u16(0x0600, kind, 0x0dbb, 0x07cc), u32(0x41, 6))
  const end = biff(0x0a)
  const bodies = sheets.map(({ records }) => join(begin(0x10), ...records, end))
  const entry = (name: string, at: number) => biff(0x85, u32(at), u8(0, 0), shortText(name))
  const head = (positions: readonly number[]) =>
    join(begin(5), ...sheets.map(({ name }, index) => entry(name, positions[index] ?? 0)), ...globals, end)
  let at = head([]).length
  const positions = bodies.map((body) => {
    const start = at
    at += body.length
    return start
  })
  return compound({ Workbook: join(head(positions), ...bodies) })
}

/** A formula cell of an .xls sheet with a numeric result. */
export function xlsFormula(
  row: number,
  col: number,
  result: number | Buffer,
  tokens: Buffer,
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const value = typeof result === 'number' ? f64(result) : result
  return biff(0x06, u16(row, col, 0), value, u16(0), u32(0), u16(tokens.length), tokens, extra)
}

/** A record of an .xlsb part. */
export function brt(type: number, ...body: Buffer[]): Buffer {
  const bytes = join(...body)
  const head = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7]
  for (let left = bytes.length; ; left >>= 7) {
    head.push(left > 0x7f ? (left & 0x7f) | 0x80 : left)
    if (left <= 0x7f) break
  }
  return join(u8(...head), bytes)
}

export const wide = (text: string): Buffer => join(u32(text.length), Buffer.from(text, 'utf16le'))
export const noText = u32(0xffffffff)

export function brtTokens(tokens: Buffer, extra: Buffer = Buffer.alloc(0)): Buffer {
  return join(u32(tokens.length), tokens, u32(extra.length), extra)
}

export interface XlsbSheet {
  readonly name: string
  readonly records: readonly Buffer[]
  /** Binary table parts that belong to the sheet. */
  readonly tables?: readonly Buffer[]
}

export async function buildXlsb(
  sheets: readonly XlsbSheet[],
  options: { book?: readonly Buffer[]; parts?: Readonly<Record<string, Buffer | string>>; links?: string } = {},
): Promise<Buffer> {
  const parts: Record<string, Buffer | string> = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
    'xl/workbook.bin': join(
      brt(131),
      ...sheets.map(({ name }, index) => brt(156, u32(0, index + 1), wide(`s${index}`), wide(name))),
      ...(options.book ?? []),
      brt(132),
    ),
  }
  const links = sheets.map((sheet, index) => {
    parts[`xl/sheet${index}.bin`] = join(brt(129), brt(145), ...sheet.records, brt(146), brt(130))
    const tables = (sheet.tables ?? []).map((table, number) => {
      parts[`xl/table${index}-${number}.bin`] = table
      return `<Relationship Id="t${number}" Type="x/table" Target="table${index}-${number}.bin"/>`
    })
    parts[`xl/_rels/sheet${index}.bin.rels`] = `<Relationships>${tables.join('')}</Relationships>`
    return `<Relationship Id="s${index}" Type="x/worksheet" Target="sheet${index}.bin"/>`
  })
  parts['xl/_rels/workbook.bin.rels'] = `<Relationships>${links.join('')}${options.links ?? ''}</Relationships>`
  return zipParts({ ...parts, ...options.parts })
}
