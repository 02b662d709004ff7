const firstCapacity = 32 * 1024
/** Larger ones are left to the collector. */
const mostCapacity = 2 * 1024 * 1024
/** For a group that is written and one that grows, in three tenants. */
const mostSpare = 18

/**
 * Memory outside the heap that is used again. Made anew for every group of calls it would be taken for garbage of the
 * heap, and under load the collector would go through all of that several times a second.
 */
export class SpareBuffers {
  readonly #spare: Buffer[] = []

  /** One with room for so many bytes; what stands in it has no meaning. */
  take(needed = 0): Buffer {
    // Given back last, and most likely still near the processor.
    const found = this.#spare.findLastIndex(({ length }) => length >= needed)
    const [buffer] = found < 0 ? [] : this.#spare.splice(found, 1)
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(needed, firstCapacity))
  }

  /** Nobody may look at it any longer. */
  give(buffer: Buffer): void {
    if (buffer.length > mostCapacity) return
    this.#spare.push(buffer)
    if (this.#spare.length <= mostSpare) return
    const smallest = Math.min(...this.#spare.map(({ length }) => length))
    this.#spare.splice(
      this.#spare.findIndex(({ length }) => length === smallest),
      1,
    )
  }
}
