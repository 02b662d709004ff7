import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A zip with these files. The same files always produce the same bytes. */
export function zipFile(files: readonly { readonly path: string; readonly content: string | Buffer }[]): Readable {
  const zip = new ZipFile()
  // The earliest time that a zip can store.
  const mtime = new Date(1980, 0, 1)
  for (const { path, content } of files) zip.addBuffer(Buffer.from(content as string), path, { mtime, mode: 0o100644 })
  zip.end()
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>)
}
