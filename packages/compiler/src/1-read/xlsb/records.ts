import type { Range } from '../../model/address.ts'
import { ByteReader } from '../biff/byte-reader.ts'
import { ReadFailure } from '../read-failure.ts'

export interface BinaryRecord {
  readonly type: number
  readonly body: ByteReader
}

/** The records of a binary part, in batches as it is unpacked. */
export async function* readRecords(part: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<BinaryRecord[]> {
  let pending: Buffer[] = []
  let size = 0
  let needed = 1
  for await (const chunk of chunks) {
    pending.push(chunk)
    size += chunk.length
    if (size < needed) continue
    const bytes = pending.length === 1 ? chunk : Buffer.concat(pending)
    const { records, used, next } = splitRecords(part, bytes)
    pending = used === bytes.length ? [] : [bytes.subarray(used)]
    size = bytes.length - used
    needed = next
    if (records.length > 0) yield records
  }
  if (size > 0) throw new ReadFailure('FILE_DAMAGED', { part, reason: 'the last record is incomplete' })
}

/** All complete records; `next` is the number of bytes needed before the next record can be complete. */
function splitRecords(part: string, bytes: Buffer): { records: BinaryRecord[]; used: number; next: number } {
  const records: BinaryRecord[] = []
  let used = 0
  for (;;) {
    const header = recordHeader(bytes, used)
    if (!header) return { records, used, next: bytes.length - used + 1 }
    if (header.end > bytes.length) return { records, used, next: header.end - used }
    records.push({ type: header.type, body: new ByteReader(bytes.subarray(header.start, header.end), part) })
    used = header.end
  }
}

/** Type in one or two bytes, length in one to four, seven bits per byte. */
function recordHeader(bytes: Buffer, from: number): { type: number; start: number; end: number } | undefined {
  let at = from
  const low = bytes[at++]
  if (low === undefined) return undefined
  let type = low
  if (low & 0x80) {
    const high = bytes[at++]
    if (high === undefined) return undefined
    type = (low & 0x7f) | ((high & 0x7f) << 7)
  }
  let length = 0
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[at++]
    if (byte === undefined) return undefined
    length |= (byte & 0x7f) << shift
    if (!(byte & 0x80)) break
  }
  return { type, start: at, end: at + length }
}

export function wideString(body: ByteReader): string {
  return body.utf16(body.u32())
}

/** A length of all ones means no text. */
export function nullableString(body: ByteReader): string | undefined {
  const length = body.u32()
  return length === 0xffffffff ? undefined : body.utf16(length)
}

/** The two halves of a stored formula: tokens and extra data. */
export interface StoredFormula {
  readonly tokens: Buffer
  readonly extra: Buffer
}

export function storedFormula(body: ByteReader): StoredFormula {
  const tokens = body.slice(body.u32())
  const extra = body.slice(body.u32())
  return { tokens, extra }
}

export function storedRange(body: ByteReader): Range {
  const [top, bottom, left, right] = [body.u32(), body.u32(), body.u32(), body.u32()]
  return { top, left, bottom, right }
}

export function storedRanges(body: ByteReader): Range[] {
  const ranges: Range[] = []
  for (let count = body.u32(); count > 0; count--) ranges.push(storedRange(body))
  return ranges
}

const HAS_REFERENCES = 1
const HAS_RANGES = 2
const HAS_FORMULAS = 4

/**
 * The header of records that later versions of Excel add: the ranges and formulas of the record, each after four bytes
 * of flags.
 */
export function futureHeader(body: ByteReader): { ranges: Range[]; formulas: StoredFormula[] } {
  const flags = body.u32()
  const ranges: Range[] = []
  const formulas: StoredFormula[] = []
  if (flags & HAS_REFERENCES) {
    for (let count = body.u32(); count > 0; count--) {
      body.skip(4)
      ranges.push(storedRange(body))
    }
  }
  if (flags & HAS_RANGES) {
    for (let count = body.u32(); count > 0; count--) {
      body.skip(4)
      ranges.push(...storedRanges(body))
    }
  }
  if (flags & HAS_FORMULAS) {
    for (let count = body.u32(); count > 0; count--) {
      body.skip(4)
      const [tokens, extra] = [body.u32(), body.u32()]
      formulas.push({ tokens: body.slice(tokens), extra: body.slice(extra) })
    }
  }
  return { ranges, formulas }
}
