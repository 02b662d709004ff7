import type { SpareBuffers } from './spare-buffers.ts'

/** No text takes more bytes for a character than this; longer ones are measured. */
const mostBytes = 3
const short = 16 * 1024

/** Texts and numbers one after the other as bytes, in memory that is used again. */
export class GrowingBytes {
  readonly #spare: SpareBuffers
  #bytes: Buffer
  #length = 0

  constructor(spare: SpareBuffers) {
    this.#spare = spare
    this.#bytes = spare.take()
  }

  /** How many bytes it holds. */
  get length(): number {
    return this.#length
  }

  /** A text behind how many bytes it has. */
  writeSized(text: string): void {
    this.#make(4 + mostOf(text))
    const size = this.#bytes.write(text, this.#length + 4, 'utf8')
    this.#length = this.#bytes.writeInt32BE(size, this.#length) + size
  }

  writeInt32(value: number): void {
    this.#make(4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  /** In place of what stands there. */
  putInt32(value: number, at: number): void {
    this.#bytes.writeInt32BE(value, at)
  }

  int32At(at: number): number {
    return this.#bytes.readInt32BE(at)
  }

  text(from: number, to: number): string {
    return this.#bytes.toString('utf8', from, to)
  }

  /** What it holds. Good until something is written. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** The memory is used again from now on. */
  release(): void {
    this.#spare.give(this.#bytes)
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
  }

  #make(room: number): void {
    if (this.#length + room <= this.#bytes.length) return
    const larger = this.#spare.take(Math.max(this.#length + room, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#spare.give(this.#bytes)
    this.#bytes = larger
  }
}

/** How many bytes a text can take. */
function mostOf(text: string): number {
  return text.length < short ? text.length * mostBytes : Buffer.byteLength(text)
}
