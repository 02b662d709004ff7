import type { FileHandle } from 'node:fs/promises'
import type { PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { codecOf } from '../encoding/text-codec.ts'
import { type ExtractReader, type Piece, type Position, type RawRecord, UnreadableExtract } from './raw-record.ts'

type CsvLayout = Extract<PolicyLayout, { format: 'csv' }>

const mostRecordBytes = 16 * 1024 * 1024
const newLine = 0x0a
const carriageReturn = 13

/** Reads delimited lines. Line ends within quotes belong to their field. */
export class CsvReader implements ExtractReader {
  private readonly file: FileHandle
  private readonly layout: CsvLayout
  private readonly pieceBytes: number
  private order: readonly number[] | undefined
  private width: number
  private headerLines = 0
  private headerBytes = 0

  constructor(file: FileHandle, layout: CsvLayout, pieceBytes: number) {
    this.file = file
    this.layout = layout
    this.pieceBytes = pieceBytes
    this.width = layout.fields.length
  }

  async read(from: Position): Promise<Piece> {
    if (this.layout.header && this.order === undefined) await this.readHeader()
    const isFirst = from.byte === 0
    const start = isFirst ? this.headerBytes : from.byte
    const { bytes, isEnd } = await this.bytesFrom(start)
    const records = this.recordsOf(bytes, isFirst ? 1 + this.headerLines : from.line)
    const next = {
      byte: start + bytes.length,
      line: (isFirst ? 1 + this.headerLines : from.line) + countLines(bytes),
      record: from.record + records.length,
    }
    return { records, next, isEnd }
  }

  async close(): Promise<void> {
    await this.file.close()
  }

  /** Bytes up to the last line end outside quotes. */
  private async bytesFrom(start: number): Promise<{ readonly bytes: Buffer; readonly isEnd: boolean }> {
    for (let size = this.pieceBytes; ; size *= 2) {
      const buffer = Buffer.allocUnsafe(size)
      const { bytesRead } = await this.file.read(buffer, 0, size, start)
      const bytes = buffer.subarray(0, bytesRead)
      if (bytesRead < size) return { bytes, isEnd: true }
      const end = this.lastEnd(bytes)
      if (end > 0) return { bytes: bytes.subarray(0, end), isEnd: false }
      if (size > mostRecordBytes) throw new UnreadableExtract('A record is longer than 16 MB. A quote may be open.')
    }
  }

  private lastEnd(bytes: Buffer): number {
    const quote = this.layout.quote === '' ? -1 : this.layout.quote.charCodeAt(0)
    if (quote < 0 || !bytes.includes(quote)) return bytes.lastIndexOf(newLine) + 1
    let isQuoted = false
    let end = 0
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === newLine && !isQuoted) end = i + 1
    }
    return end
  }

  private async readHeader(): Promise<void> {
    const { bytes } = await this.bytesFrom(0)
    const text = codecOf(this.layout.encoding).decode(bytes)
    const first = this.split(text)[0]
    if (first === undefined)
      throw new UnreadableExtract('The extract is empty: it has no line with the names of its fields.')
    const names = first.fields.map((name, i) => (i === 0 ? name.replace(/^\uFEFF/, '') : name).trim())
    this.width = names.length
    this.order = this.layout.fields.map(({ name }) => names.indexOf(name))
    const missing = this.layout.fields.filter((_, i) => this.order?.[i] === -1).map(({ name }) => name)
    if (missing.length > 0) {
      throw new UnreadableExtract(
        `The extract has no field ${missing.join(', ')}. Its first line names ${names.join(', ')}.`,
      )
    }
    const quote = this.layout.quote === '' ? -1 : this.layout.quote.charCodeAt(0)
    let isQuoted = false
    let end = bytes.length
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === quote) isQuoted = !isQuoted
      else if (bytes[i] === newLine && !isQuoted) {
        end = i + 1
        break
      }
    }
    this.headerBytes = end
    this.headerLines = Math.max(1, countLines(bytes.subarray(0, end)))
  }

  private recordsOf(bytes: Buffer, firstLine: number): RawRecord[] {
    const text = codecOf(this.layout.encoding).decode(bytes)
    const { width } = this
    const order = this.order
    const records: RawRecord[] = []
    for (const { fields, raw, line } of this.split(text)) {
      if (fields.length === 1 && fields[0] === '') continue
      records.push({
        line: firstLine + line,
        fields: order === undefined ? fields : order.map((place) => fields[place]),
        problem: fields.length === width ? undefined : `has ${fields.length} fields instead of ${width}`,
        raw: () => raw,
      })
    }
    return records
  }

  private split(text: string): { fields: string[]; raw: string; line: number }[] {
    const { delimiter, quote } = this.layout
    const found: { fields: string[]; raw: string; line: number }[] = []
    if (quote === '' || !text.includes(quote)) {
      let line = 0
      for (let from = 0; from < text.length; line++) {
        const end = text.indexOf('\n', from)
        const to = end < 0 ? text.length : end
        const raw = text.slice(from, to > from && text.charCodeAt(to - 1) === carriageReturn ? to - 1 : to)
        found.push({ fields: raw.split(delimiter), raw, line })
        from = to + 1
      }
      return found
    }
    let line = 0
    for (let at = 0; at < text.length; ) {
      const begin = at
      const beginLine = line
      const fields: string[] = []
      for (;;) {
        let value = ''
        if (text[at] === quote) {
          for (at++; at < text.length; ) {
            const end = text.indexOf(quote, at)
            const to = end < 0 ? text.length : end
            value += text.slice(at, to)
            at = to + 1
            if (text[at] !== quote) break
            value += quote
            at++
          }
          for (const letter of value) if (letter === '\n') line++
        }
        let to = at
        while (to < text.length && text[to] !== delimiter && text[to] !== '\n') to++
        const rest = text.slice(at, to)
        value += text[to] === '\n' || to >= text.length ? rest.replace(/\r$/, '') : rest
        fields.push(value)
        at = to + 1
        if (to >= text.length || text[to] === '\n') {
          found.push({ fields, raw: text.slice(begin, to).replace(/\r$/, ''), line: beginLine })
          line++
          break
        }
      }
    }
    return found
  }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(newLine); at >= 0; at = bytes.indexOf(newLine, at + 1)) count++
  return count
}
