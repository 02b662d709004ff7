import { PassThrough, type Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { ByteRange } from './file-store.ts'

/** Opens part of a content that is kept in storage. */
export type OpenRange = (range: ByteRange) => Promise<Readable>

/** Reads a zip where it is stored, so that its directory can be read without the rest. */
class StoredZip extends yauzl.RandomAccessReader {
  private readonly open: OpenRange

  constructor(open: OpenRange) {
    super()
    this.open = open
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const passed = new PassThrough()
    this.open({ start, end: end - 1 }).then(
      (content) => content.on('error', (error) => passed.destroy(error)).pipe(passed),
      (error: Error) => passed.destroy(error),
    )
    return passed
  }
}

/** Opens a zip that is kept in storage; throws when it is none. */
export function openStoredZip(open: OpenRange, size: number): Promise<yauzl.ZipFile> {
  return yauzl.fromRandomAccessReaderPromise(new StoredZip(open), size, { lazyEntries: true, autoClose: false })
}
