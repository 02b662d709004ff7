import { GrowingBytes } from './growing-bytes.ts'
import type { SpareBuffers } from './spare-buffers.ts'

/** The type json of PostgreSQL. */
const jsonType = 114
const countAt = 12

/** JSON texts as the database takes a list of them, each for itself: nothing in one can be taken for a part of another. */
export class JsonArray {
  readonly #bytes: GrowingBytes
  #count = 0

  constructor(spare: SpareBuffers) {
    this.#bytes = new GrowingBytes(spare)
    // One dimension, no nulls, the type, then how many there are and the index of the first.
    for (const value of [1, 0, jsonType, 0, 1]) this.#bytes.writeInt32(value)
  }

  /** How many bytes it holds. */
  get length(): number {
    return this.#bytes.length
  }

  /** Answers where the text ends; it begins 4 bytes behind the one before. */
  add(text: string): number {
    this.#count += 1
    return this.#bytes.writeSized(text)
  }

  text(from: number, to: number): string {
    return this.#bytes.text(from, to)
  }

  bytes(): Buffer {
    this.#bytes.putInt32(this.#count, countAt)
    return this.#bytes.bytes()
  }

  release(): void {
    this.#bytes.release()
  }
}
