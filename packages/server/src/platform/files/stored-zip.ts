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

/** The zip itself cannot be read: it is no zip, or damaged. Failures of the store are thrown as they are. */
export class DamagedZip extends Error {
  constructor(options: ErrorOptions) {
    super('The file is not a zip, or it is damaged', options)
    this.name = 'DamagedZip'
  }
}

/** A zip in the store, of which no more is read than is needed. */
export interface StoredZip {
  readonly entryCount: number
  /** The directory; can be read once. */
  readonly entries: () => AsyncIterable<yauzl.Entry>
  readonly openEntry: (entry: yauzl.Entry) => Promise<Readable>
}

class StoreReader extends yauzl.RandomAccessReader {
  /** The store's failure, if it failed: the zip is not to blame then. */
  failure: unknown
  private readonly open: OpenRange
  private readonly size: number
  private readonly blocks = new Map<number, Promise<Buffer>>()

  constructor(open: OpenRange, size: number) {
    super()
    this.open = async (range) => {
      try {
        const content = await open(range)
        return content.once('error', (error) => (this.failure = error))
      } catch (error) {
        this.failure = error
        throw error
      }
    }
    this.size = size
  }

  reason(error: unknown): unknown {
    return this.failure ?? new DamagedZip({ cause: error })
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

/** Opens a stored zip; throws `DamagedZip` if it is none. */
export async function openStoredZip(open: OpenRange, size: number): Promise<StoredZip> {
  const reader = new StoreReader(open, size)
  async function* explained<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* items
    } catch (error) {
      throw reader.reason(error)
    }
  }
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, autoClose: false })
    return {
      entryCount: zip.entryCount,
      entries: () => explained(zip.eachEntry()),
      async openEntry(entry) {
        const content = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
          throw reader.reason(error)
        })
        return Readable.from(explained<Buffer>(content), { objectMode: false })
      },
    }
  } catch (error) {
    throw reader.reason(error)
  }
}
