import { ReadFailure } from '../read-failure.ts'

/** Reads little-endian values in sequence. Reading past the end throws a ReadFailure that names the part. */
export class ByteReader {
  readonly bytes: Buffer
  readonly part: string
  at = 0
  /** Offsets where the parts of a continued record end. */
  private readonly joints: readonly number[]
  private nextJoint = 0

  constructor(bytes: Buffer, part: string, joints: readonly number[] = []) {
    this.bytes = bytes
    this.part = part
    this.joints = joints
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

  /** A text of one or two bytes a character. Where it crosses a joint, a flag byte gives the encoding of the rest. */
  text(length: number, wide: boolean): string {
    const text = this.textUpTo(length, wide)
    if (text.length < length) throw this.tooShort()
    return text
  }

  /** As `text`, but shorter if the record ends too early. */
  textUpTo(length: number, wide: boolean): string {
    let text = ''
    let isWide = wide
    while (text.length < length) {
      if (this.isAtJoint()) isWide = (this.u8() & 1) !== 0
      const end = this.joints[this.nextJoint] ?? this.bytes.length
      const fitting = Math.floor((end - this.at) / (isWide ? 2 : 1))
      const taken = Math.min(length - text.length, fitting)
      if (taken <= 0) break
      text += isWide ? this.utf16(taken) : this.latin1(taken)
    }
    return text
  }

  private isAtJoint(): boolean {
    while ((this.joints[this.nextJoint] ?? this.bytes.length) < this.at) this.nextJoint++
    if (this.joints[this.nextJoint] !== this.at) return false
    this.nextJoint++
    return true
  }

  private take(length: number): number {
    const start = this.at
    if (length < 0 || start + length > this.bytes.length) throw this.tooShort()
    this.at = start + length
    return start
  }

  private tooShort(): ReadFailure {
    return new ReadFailure('FILE_DAMAGED', { part: this.part, reason: 'a record ends too early' })
  }
}
