import { mostBytes, putText, withRoom } from './text-bytes.ts'
import { ThriftWriter } from './thrift-writer.ts'

/** Values of INT64 arrive as text, since a number cannot hold all of them. */
export type ParquetType = FixedType | 'VARCHAR'
type FixedType = 'INTEGER' | 'INT64' | 'DOUBLE' | 'BOOLEAN'

/** The compression function of the runtime; the result is a Zstandard frame. */
export type Compress = (bytes: Uint8Array) => Uint8Array

/** A column under construction, whose values arrive one by one. */
export interface ColumnPage {
  add(value: string | number | boolean | null): void
  /** The values as a page, header included; empties the column. */
  end(compress: Compress): EncodedPage
}

export interface EncodedPage {
  readonly bytes: readonly Uint8Array[]
  readonly size: number
  /** Uncompressed size. */
  readonly plainSize: number
}

export function columnPage(type: ParquetType): ColumnPage {
  return type === 'VARCHAR' ? new TextPage() : new FixedPage(type)
}

const dataPage = 0
const plainEncoding = 0
const rleEncoding = 3

/** Parquet's definition levels: runs of values and of nulls. */
class Presence {
  count = 0
  private readonly runs: number[] = []
  private isLast = true
  private run = 0

  add(isThere: boolean): void {
    this.count++
    if (isThere === this.isLast) this.run++
    else {
      this.runs.push(this.run)
      this.isLast = isThere
      this.run = 1
    }
  }

  end(): Uint8Array {
    const bytes = [0, 0, 0, 0]
    let isThere = true
    for (const run of [...this.runs, this.run]) {
      if (run > 0) {
        for (let rest = run * 2; ; rest >>>= 7) {
          bytes.push(rest > 127 ? (rest & 127) | 128 : rest)
          if (rest <= 127) break
        }
        bytes.push(isThere ? 1 : 0)
      }
      isThere = !isThere
    }
    const made = Uint8Array.from(bytes)
    new DataView(made.buffer).setUint32(0, bytes.length - 4, true)
    this.count = 0
    this.runs.length = 0
    this.isLast = true
    this.run = 0
    return made
  }
}

/** Space before the values of a page for the levels; enough except for pages with many nulls between values. */
const room = 64
/** A column whose values took more memory releases it. */
const mostKept = 4 * 1024 * 1024

/** The values are in a buffer after the first `room` bytes. */
function pageOf(presence: Presence, values: Uint8Array, compress: Compress): EncodedPage {
  const { count } = presence
  const levels = presence.end()
  const plain = withLevels(levels, values)
  const body = compress(plain)
  const header = new ThriftWriter()
  header.int(1, dataPage)
  header.int(2, plain.length)
  header.int(3, body.length)
  header.struct(5, () => {
    header.int(1, count)
    header.int(2, plainEncoding)
    header.int(3, rleEncoding)
    header.int(4, rleEncoding)
  })
  const head = header.end()
  return { bytes: [head, body], size: head.length + body.length, plainSize: head.length + plain.length }
}

function withLevels(levels: Uint8Array, values: Uint8Array): Uint8Array {
  if (levels.length <= room) {
    values.set(levels, room - levels.length)
    return values.subarray(room - levels.length)
  }
  const joined = new Uint8Array(levels.length + values.length - room)
  joined.set(levels)
  joined.set(values.subarray(room), levels.length)
  return joined
}

/** Numbers and booleans, in a buffer that is used again for the next page. */
class FixedPage implements ColumnPage {
  private readonly type: FixedType
  private readonly presence = new Presence()
  private bytes = new Uint8Array(room + 1024 * 8)
  private view = new DataView(this.bytes.buffer)
  private length = room
  /** Booleans in the last byte. */
  private bits = 0

  constructor(type: FixedType) {
    this.type = type
  }

  add(value: string | number | boolean | null): void {
    this.presence.add(value !== null)
    if (value === null) return
    if (this.length + 8 > this.bytes.length) this.grow()
    // The file is little-endian, whatever the byte order of the machine.
    if (this.type === 'DOUBLE') {
      this.view.setFloat64(this.length, Number(value), true)
      this.length += 8
    } else if (this.type === 'INTEGER') {
      this.view.setInt32(this.length, Number(value), true)
      this.length += 4
    } else if (this.type === 'INT64') {
      this.view.setBigInt64(this.length, BigInt(value), true)
      this.length += 8
    } else this.addBit(value === true)
  }

  end(compress: Compress): EncodedPage {
    const page = pageOf(this.presence, this.bytes.subarray(0, this.length), compress)
    this.length = room
    this.bits = 0
    return page
  }

  private addBit(isSet: boolean): void {
    if (this.bits === 0) this.bytes[this.length++] = 0
    const last = this.length - 1
    if (isSet) this.bytes[last] = (this.bytes[last] ?? 0) | (1 << this.bits)
    this.bits = (this.bits + 1) & 7
  }

  private grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2)
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }
}

class TextPage implements ColumnPage {
  private readonly presence = new Presence()
  private bytes = new Uint8Array(16_384)
  private view = new DataView(this.bytes.buffer)
  private length = room

  add(value: string | number | boolean | null): void {
    this.presence.add(value !== null)
    if (value === null) return
    const text = String(value)
    this.reserve(4 + text.length * mostBytes)
    const at = this.length + 4
    const written = putText(text, this.bytes, at)
    this.view.setUint32(this.length, written, true)
    this.length = at + written
  }

  end(compress: Compress): EncodedPage {
    const page = pageOf(this.presence, this.bytes.subarray(0, this.length), compress)
    this.length = room
    if (this.bytes.length > mostKept) {
      this.bytes = new Uint8Array(16_384)
      this.view = new DataView(this.bytes.buffer)
    }
    return page
  }

  private reserve(more: number): void {
    const roomy = withRoom(this.bytes, this.length, more)
    if (roomy === this.bytes) return
    this.bytes = roomy
    this.view = new DataView(roomy.buffer)
  }
}
