const firstCapacity = 32 * 1024
/** Larger buffers are left to the garbage collector. */
const mostCapacity = 2 * 1024 * 1024
/** Enough for the seven lists of a group being written and of one that grows, in three tenants. */
const mostSpare = 42

/**
 * Reuses memory outside the heap. Allocating it anew for every group of calls would count as heap garbage, and under
 * load the collector would run over all of it several times a second.
 */
export class SpareBuffers {
  private readonly spare: Buffer[] = []

  /** A buffer with room for this many bytes; its content is undefined. */
  take(needed = 0): Buffer {
    // Take the smallest that fits, so that short lists do not hold the buffers that long ones need.
    let found = -1
    for (const [index, { length }] of this.spare.entries()) {
      if (length >= needed && length < (this.spare[found]?.length ?? Number.POSITIVE_INFINITY)) found = index
    }
    const [buffer] = found < 0 ? [] : this.spare.splice(found, 1)
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(needed, firstCapacity))
  }

  /** The buffer must no longer be used by anybody else. */
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
