const firstCapacity = 32 * 1024
/** Enough for the seven lists of a group being written and of one that grows, in three tenants. */
const mostSpare = 42
/** Enough for the requests and responses of two large batches. */
const mostBytes = 24 * 1024 * 1024

/**
 * Reuses memory outside the heap. Allocating it anew for every group of calls would count as heap garbage, and under
 * load the collector would run over all of it several times a second.
 */
export class SpareBuffers {
  /** From small to large. */
  private readonly spare: Buffer[] = []
  private bytes = 0

  /** A buffer with room for this many bytes; its content is undefined. */
  take(needed = 0): Buffer {
    // Take the smallest that fits, so that short lists do not hold the buffers that long ones need.
    const found = this.spare.findIndex(({ length }) => length >= needed)
    const [buffer] = found < 0 ? [] : this.spare.splice(found, 1)
    this.bytes -= buffer?.length ?? 0
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(needed, firstCapacity))
  }

  /** The buffer must no longer be used by anybody else. If they are too many or too large, the smallest go. */
  give(buffer: Buffer): void {
    if (buffer.length > mostBytes) return
    const place = this.spare.findIndex(({ length }) => length > buffer.length)
    this.spare.splice(place < 0 ? this.spare.length : place, 0, buffer)
    this.bytes += buffer.length
    while (this.spare.length > mostSpare || this.bytes > mostBytes) this.bytes -= this.spare.shift()?.length ?? 0
  }
}
