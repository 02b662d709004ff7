import type { FileHandle } from 'node:fs/promises'
import type { PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { unpackDecimal, unzoneDecimal } from '../encoding/decimals.ts'
import { codecOf, type TextCodec } from '../encoding/text-codec.ts'
import { type ExtractReader, type Piece, type Position, type RawRecord, UnreadableExtract } from './raw-record.ts'

type FixedLayout = Extract<PolicyLayout, { format: 'fixed' }>

const mostRecordBytes = 16 * 1024 * 1024

/** Reads records with fields at fixed byte positions, in lines or of one length. */
export class FixedReader implements ExtractReader {
  private readonly file: FileHandle
  private readonly layout: FixedLayout
  private readonly pieceBytes: number
  private readonly codec: TextCodec
  private readonly isEbcdic: boolean
  private readonly least: number

  constructor(file: FileHandle, layout: FixedLayout, pieceBytes: number) {
    this.file = file
    this.layout = layout
    this.pieceBytes = pieceBytes
    this.codec = codecOf(layout.encoding)
    this.isEbcdic = this.codec.space === 0x40
    this.least = Math.max(
      ...layout.fields.filter(({ type }) => type !== 'text').map(({ start, length }) => start + length - 1),
      0,
    )
  }

  async read(from: Position): Promise<Piece> {
    const { recordLength } = this.layout
    return recordLength === null ? this.readLines(from) : this.readBlocks(from, recordLength)
  }

  async close(): Promise<void> {
    await this.file.close()
  }

  private async readBlocks(from: Position, length: number): Promise<Piece> {
    const size = Math.max(1, Math.floor(this.pieceBytes / length)) * length
    const buffer = Buffer.allocUnsafe(size)
    const { bytesRead } = await this.file.read(buffer, 0, size, from.byte)
    const count = Math.ceil(bytesRead / length)
    const records = Array.from({ length: count }, (_, i) => {
      const bytes = buffer.subarray(i * length, Math.min(bytesRead, (i + 1) * length))
      const number = from.record + i + 1
      return bytes.length < length
        ? {
            line: number,
            fields: [],
            problem: `has ${bytes.length} bytes instead of ${length}`,
            raw: () => this.codec.decode(bytes),
          }
        : this.record(bytes, number)
    })
    const next = { byte: from.byte + bytesRead, line: from.line + count, record: from.record + count }
    return { records, next, isEnd: bytesRead < size }
  }

  private async readLines(from: Position): Promise<Piece> {
    for (let size = this.pieceBytes; ; size *= 2) {
      const buffer = Buffer.allocUnsafe(size)
      const { bytesRead } = await this.file.read(buffer, 0, size, from.byte)
      const bytes = buffer.subarray(0, bytesRead)
      const isEnd = bytesRead < size
      const end = isEnd ? bytesRead : Math.max(...this.codec.newLines.map((byte) => bytes.lastIndexOf(byte))) + 1
      if (end === 0 && !isEnd) {
        if (size > mostRecordBytes) throw new UnreadableExtract('A line is longer than 16 MB.')
        continue
      }
      return this.lines(from, bytes.subarray(0, end), isEnd)
    }
  }

  private lines(from: Position, bytes: Buffer, isEnd: boolean): Piece {
    const records: RawRecord[] = []
    let line = from.line
    for (let at = 0; at < bytes.length; line++) {
      const found = this.codec.newLines.map((byte) => bytes.indexOf(byte, at)).filter((place) => place >= 0)
      const to = found.length === 0 ? bytes.length : Math.min(...found)
      const end = to > at && bytes[to - 1] === 0x0d ? to - 1 : to
      if (end > at) records.push(this.record(bytes.subarray(at, end), line))
      at = to + 1
    }
    const next = { byte: from.byte + bytes.length, line, record: from.record + records.length }
    return { records, next, isEnd }
  }

  private record(bytes: Buffer, line: number): RawRecord {
    const fields = this.layout.fields.map(({ start, length, type, decimals }) => {
      const part = bytes.subarray(start - 1, start - 1 + length)
      if (type === 'packed') return unpackDecimal(part, decimals)
      if (type === 'zoned') return unzoneDecimal(part, decimals, this.isEbcdic)
      return this.codec.decode(part).trimEnd()
    })
    const problem = bytes.length < this.least ? `has ${bytes.length} bytes, fewer than ${this.least}` : undefined
    return { line, fields, problem, raw: () => this.codec.decode(bytes) }
  }
}
