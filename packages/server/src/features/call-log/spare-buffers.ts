const firstCapacity = 32 * 1024
/** Larger ones are left to the collector. */
const mostCapacity = 2 * 1024 * 1024
/** For the seven lists of a group that is written and of one that grows, in three tenants. */
const mostSpare = 42

/**
 * Memory outside the heap that is used again. Made anew for every group of calls it would be taken for garbage of the
 * heap, and under load the collector would go through all of that several times a second.
 */
export class SpareBuffers {
  private readonly spare: Buffer[] = []

  /** One with room for so many bytes; what stands in it has no meaning. */
  take(needed = 0): Buffer {
    // The smallest that will do, so that short lists do not hold what long ones need.
    let found = -1
    for (const [index, { length }] of this.spare.entries()) {
      if (length >= needed && length < (this.spare[found]?.length ?? Number.POSITIVE_INFINITY)) found = index
    }
    const [buffer] = found < 0 ? [] : this.spare.splice(found, 1)
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(needed, firstCapacity))
  }

  /** Nobody may look at it any longer. */
  give(buffer: Buffer): void {
    if (buffer.length > mostCapacity) return
    this.spare.push(buffer)
    if (this.spare.length <= mostSpare) return
    const smallest = Math.min(...this.spare.map(({ length }) => length))
    this.spare.splice(
      this.spare.findIndex(({ length }) => length === smallest),
      1,
    )
  }
}
