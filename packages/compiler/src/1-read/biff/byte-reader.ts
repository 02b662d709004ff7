import { ReadFailure } from '../read-failure.ts'

/** Reads little-endian values in sequence. Reading past the end throws a ReadFailure that names the part. */
export class ByteReader {
  readonly bytes: Buffer
  readonly part: string
  at = 0

  constructor(bytes: Buffer, part: string) {
    this.bytes = bytes
    this.part = part
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    return this.bytes[this.take(1)] as number
  }

  u16(): number {
    return this.bytes.readUInt16LE(this.take(2))
  }

  i16(): number {
    return this.bytes.readInt16LE(this.take(2))
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.take(4))
  }

  i32(): number {
    return this.bytes.readInt32LE(this.take(4))
  }

  f64(): number {
    return this.bytes.readDoubleLE(this.take(8))
  }

  /** A view, not a copy. */
  slice(length: number): Buffer {
    const start = this.take(length)
    return this.bytes.subarray(start, start + length)
  }

  rest(): Buffer {
    return this.slice(this.left)
  }

  skip(length: number): void {
    this.take(length)
  }

  utf16(characters: number): string {
    return this.slice(characters * 2).toString('utf16le')
  }

  latin1(characters: number): string {
    return this.slice(characters).toString('latin1')
  }

  private take(length: number): number {
    const start = this.at
    if (length < 0 || start + length > this.bytes.length) {
      throw new ReadFailure('FILE_DAMAGED', { part: this.part, reason: 'a record ends too early' })
    }
    this.at = start + length
    return start
  }
}
