import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { ByteRange } from './file-store.ts'

/** Opens part of a stored content. */
export type OpenRange = (range: ByteRange) => Promise<Readable>

/** Short ranges are read in blocks of this size: a zip of many small files needs few requests. */
const blockBytes = 256 * 1024

/** Number of blocks in memory: some files are read at the same time, and each may span two blocks. */
const keptBlocks = 12

/** Reads a zip in the store, so that its directory can be read without the rest. */
class StoredZip extends yauzl.RandomAccessReader {
  private readonly open: OpenRange
  private readonly size: number
  private readonly blocks = new Map<number, Promise<Buffer>>()

  constructor(open: OpenRange, size: number) {
    super()
    this.open = open
    this.size = size
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (end - start <= blockBytes) return Readable.from(this.pieces(start, end))
    const passed = new PassThrough()
    this.open({ start, end: end - 1 }).then(
      (content) => content.on('error', (error) => passed.destroy(error)).pipe(passed),
      (error: Error) => passed.destroy(error),
    )
    return passed
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    if (length > blockBytes) {
      super.read(target, offset, length, position, done)
      return
    }
    void this.copy(target.subarray(offset, offset + length), position, done)
  }

  private async copy(target: Buffer, position: number, done: (error: Error | null) => void): Promise<void> {
    let failure: Error | null = null
    try {
      let at = 0
      for await (const piece of this.pieces(position, position + target.length)) at += piece.copy(target, at)
    } catch (error) {
      failure = error as Error
    }
    done(failure)
  }

  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let number = Math.floor(start / blockBytes); number * blockBytes < end; number++) {
      const block = await this.block(number)
      const from = number * blockBytes
      yield block.subarray(Math.max(0, start - from), end - from)
    }
  }

  private block(number: number): Promise<Buffer> {
    const known = this.blocks.get(number)
    if (known !== undefined) return known
    const start = number * blockBytes
    const read = this.open({ start, end: Math.min(start + blockBytes, this.size) - 1 }).then(buffer)
    this.blocks.set(number, read)
    const [oldest] = this.blocks.keys()
    if (this.blocks.size > keptBlocks && oldest !== undefined) this.blocks.delete(oldest)
    // A failure reaches everybody waiting for the block; the next request reads it again.
    read.catch(() => this.blocks.delete(number))
    return read
  }
}

/** Opens a stored zip; throws if it is not a zip. */
export function openStoredZip(open: OpenRange, size: number): Promise<yauzl.ZipFile> {
  return yauzl.fromRandomAccessReaderPromise(new StoredZip(open, size), size, { lazyEntries: true, autoClose: false })
}
