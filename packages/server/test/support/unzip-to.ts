import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** Unpacks a zip into a folder. */
export async function unzipTo(folder: string, file: string): Promise<void> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    const target = path.join(folder, entry.fileName)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, await buffer(await zip.openReadStreamPromise(entry)))
  }
}
