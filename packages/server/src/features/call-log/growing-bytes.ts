import type { SpareBuffers } from './spare-buffers.ts'

/** No text takes more bytes for a character than this; longer ones are measured. */
const mostBytes = 3
const short = 16 * 1024

/** Texts and numbers one after the other as bytes, in memory that is used again. */
export class GrowingBytes {
  private readonly spare: SpareBuffers
  private buffer: Buffer
  private used = 0

  constructor(spare: SpareBuffers) {
    this.spare = spare
    this.buffer = spare.take()
  }

  /** How many bytes it holds. */
  get length(): number {
    return this.used
  }

  /** A text behind how many bytes it has. */
  writeSized(text: string): void {
    this.make(4 + mostOf(text))
    const size = this.buffer.write(text, this.used + 4, 'utf8')
    this.used = this.buffer.writeInt32BE(size, this.used) + size
  }

  writeInt32(value: number): void {
    this.make(4)
    this.used = this.buffer.writeInt32BE(value, this.used)
  }

  /** In place of what stands there. */
  putInt32(value: number, at: number): void {
    this.buffer.writeInt32BE(value, at)
  }

  int32At(at: number): number {
    return this.buffer.readInt32BE(at)
  }

  text(from: number, to: number): string {
    return this.buffer.toString('utf8', from, to)
  }

  /** What it holds. Good until something is written. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.used)
  }

  /** The memory is used again from now on. */
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

/** How many bytes a text can take. */
function mostOf(text: string): number {
  return text.length < short ? text.length * mostBytes : Buffer.byteLength(text)
}
