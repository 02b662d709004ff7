import type { SpareBuffers } from './spare-buffers.ts'

/** The most UTF-8 bytes of a UTF-16 code unit. Only texts beyond `short` are measured. */
const mostBytes = 3
const short = 16 * 1024

/** Writes texts and numbers as bytes into reusable memory. */
export class GrowingBytes {
  private readonly spare: SpareBuffers
  private buffer: Buffer
  private used = 0

  constructor(spare: SpareBuffers) {
    this.spare = spare
    this.buffer = spare.take()
  }

  /** Size in bytes. */
  get length(): number {
    return this.used
  }

  /** Writes a text after its length in bytes. */
  writeSized(text: string): void {
    this.make(4 + mostOf(text))
    const size = this.buffer.write(text, this.used + 4, 'utf8')
    this.used = this.buffer.writeInt32BE(size, this.used) + size
  }

  writeInt32(value: number): void {
    this.make(4)
    this.used = this.buffer.writeInt32BE(value, this.used)
  }

  /** Overwrites a value. */
  putInt32(value: number, at: number): void {
    this.buffer.writeInt32BE(value, at)
  }

  int32At(at: number): number {
    return this.buffer.readInt32BE(at)
  }

  text(from: number, to: number): string {
    return this.buffer.toString('utf8', from, to)
  }

  /** The written bytes; valid until the next write. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.used)
  }

  /** Returns the memory for reuse. */
  release(): void {
    this.spare.give(this.buffer)
    this.buffer = Buffer.alloc(0)
    this.used = 0
  }

  private make(room: number): void {
    if (this.used + room <= this.buffer.length) return
    const larger = this.spare.take(Math.max(this.used + room, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.used)
    this.spare.give(this.buffer)
    this.buffer = larger
  }
}

/** The most bytes that a text can take. */
function mostOf(text: string): number {
  return text.length < short ? text.length * mostBytes : Buffer.byteLength(text)
}
