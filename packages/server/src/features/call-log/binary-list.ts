import { GrowingBytes } from './growing-bytes.ts'
import type { SpareBuffers } from './spare-buffers.ts'

/** PostgreSQL's type OIDs. */
const types = { text: 25, integer: 23, bigint: 20, timestamptz: 1184 } as const
const countAt = 12
const firstAt = 20
/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1)
const high = 2 ** 32

/**
 * Encodes values as a PostgreSQL binary array. Each value has its own length, so none can be read as part of another.
 */
export class BinaryList {
  private readonly written: GrowingBytes
  private count = 0

  constructor(spare: SpareBuffers, type: keyof typeof types) {
    this.written = new GrowingBytes(spare)
    // Header: one dimension, no nulls, the type, the number of values, and the index of the first.
    for (const value of [1, 0, types[type], 0, 1]) this.written.writeInt32(value)
  }

  /** Size in bytes. */
  get length(): number {
    return this.written.length
  }

  addText(text: string): void {
    this.count += 1
    this.written.writeSized(text)
  }

  addInteger(value: number): void {
    this.count += 1
    this.written.writeInt32(4)
    this.written.writeInt32(value)
  }

  /** An integer of up to 53 bits. */
  addBigint(value: number): void {
    this.count += 1
    this.written.writeInt32(8)
    this.written.writeInt32(Math.floor(value / high))
    this.written.writeInt32(value | 0)
  }

  addTime(at: Date): void {
    this.addBigint((at.getTime() - epoch) * 1000)
  }

  /** For the rare case that one value is needed: reads through all values before it. */
  textAt(index: number): string {
    const [from, to] = this.place(index)
    return this.written.text(from, to)
  }

  integerAt(index: number): number {
    const [from] = this.place(index)
    return this.written.int32At(from)
  }

  bigintAt(index: number): number {
    const [from] = this.place(index)
    return this.written.int32At(from) * high + (this.written.int32At(from + 4) >>> 0)
  }

  timeAt(index: number): Date {
    return new Date(this.bigintAt(index) / 1000 + epoch)
  }

  /** Size of the value in bytes. */
  sizeAt(index: number): number {
    const [from, to] = this.place(index)
    return to - from
  }

  bytes(): Buffer {
    this.written.putInt32(this.count, countAt)
    return this.written.bytes()
  }

  release(): void {
    this.written.release()
  }

  private place(index: number): readonly [from: number, to: number] {
    let from = firstAt
    for (let before = 0; before < index; before++) from += 4 + this.written.int32At(from)
    return [from + 4, from + 4 + this.written.int32At(from)]
  }
}
