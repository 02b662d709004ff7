import { PassThrough, type Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { ByteRange } from '../../platform/files/file-store.ts'

/** Opens part of a content that is kept in storage. */
export type OpenRange = (range: ByteRange) => Promise<Readable>

/** More than any office document has. */
const mostEntries = 20_000

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

/** The names of the files in a zip, from its directory alone; undefined when it is not a zip. */
export async function namesInZip(open: OpenRange, size: number): Promise<Set<string> | undefined> {
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new StoredZip(open), size, { lazyEntries: true })
    if (zip.entryCount > mostEntries) return undefined
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) names.add(entry.fileName)
    return names
  } catch {
    return undefined
  }
}
