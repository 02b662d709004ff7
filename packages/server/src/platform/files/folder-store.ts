import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../../startup-error.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { copyMeasured } from './copy-measured.ts'
import {
  assertContentKey,
  type ByteRange,
  type FileStore,
  isContentHash,
  MissingContentError,
  type ReceivedContent,
  type ReceiveOptions,
  type StoredContent,
  type WholeContent,
} from './file-store.ts'
import { MeasuredHash } from './measured-hash.ts'

/** Number of files flushed at the same time: the file system writes its journal once for all waiting flushes. */
const flushedAtOnce = 16

/**
 * Files in a folder: `<tenant>/<first two digits>/<hash>`, with uploads under `uploads/` until they are complete.
 * Content and its directory entry are flushed to disk before an upload counts as stored.
 */
export async function openFolderStore(root: string): Promise<FileStore> {
  const uploads = path.join(root, 'uploads')
  await mkdir(uploads, { recursive: true, mode: 0o700 })

  const fileOf = (tenantId: string, hash: string): string => {
    assertContentKey(tenantId, hash)
    return path.join(root, tenantId, hash.slice(0, 2), hash)
  }

  const received = async (
    tenantId: string,
    write: (upload: string) => Promise<{ hash: string; size: number }>,
  ): Promise<ReceivedContent> => {
    const upload = path.join(uploads, `${tenantId}.${randomUUID()}`)
    const discard = () => rm(upload, { force: true })
    try {
      const { hash, size } = await write(upload)
      return { hash, size, discard, keep: () => moveIntoPlace(upload, fileOf(tenantId, hash)) }
    } catch (error) {
      await discard()
      throw error
    }
  }

  return {
    receive: (tenantId: string, content: Readable, { maxBytes, signal }: ReceiveOptions) =>
      received(tenantId, async (upload) => {
        const measured = new MeasuredHash(maxBytes)
        // `flush` makes the stream call fsync before it closes.
        const written = createWriteStream(upload, { mode: 0o600, flush: true })
        await pipeline(content, measured, written, { ...(signal && { signal }) })
        return { hash: measured.digest(), size: measured.size }
      }),

    receiveFile: (tenantId: string, file: string, options: ReceiveOptions) =>
      received(tenantId, (upload) => copyMeasured(file, upload, options)),

    async keepAll(tenantId: string, contents: readonly WholeContent[]): Promise<void> {
      const moves = contents.map(({ hash, bytes }) => ({
        bytes,
        upload: path.join(uploads, `${tenantId}.${randomUUID()}`),
        file: fileOf(tenantId, hash),
      }))
      try {
        await mapConcurrently(moves, flushedAtOnce, ({ upload, bytes }) =>
          writeFile(upload, bytes, { mode: 0o600, flush: true }),
        )
        await moveAllIntoPlace(moves)
      } catch (error) {
        await mapConcurrently(moves, flushedAtOnce, ({ upload }) => rm(upload, { force: true }))
        throw error
      }
    },

    async open(tenantId: string, hash: string, range?: ByteRange): Promise<Readable> {
      const file = fileOf(tenantId, hash)
      const handle = await open(file, 'r').catch((error: unknown) => {
        throw isMissing(error) ? new MissingContentError(hash) : error
      })
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {})
    },

    async size(tenantId: string, hash: string): Promise<number | undefined> {
      return (await statOf(fileOf(tenantId, hash)))?.size
    },

    async remove(tenantId: string, hash: string): Promise<void> {
      await rm(fileOf(tenantId, hash), { force: true })
    },

    async *list(tenantId: string): AsyncIterable<StoredContent> {
      for (const prefix of await namesIn(path.join(root, tenantId))) {
        for (const hash of await namesIn(path.join(root, tenantId, prefix))) {
          if (!isContentHash(hash) || !hash.startsWith(prefix)) continue
          const found = await statOf(path.join(root, tenantId, prefix, hash))
          if (found?.isFile()) yield { hash, size: found.size, storedAt: found.mtime }
        }
      }
    },

    async sweepUploads(before: Date): Promise<number> {
      let removed = 0
      for (const name of await namesIn(uploads)) {
        const upload = path.join(uploads, name)
        const found = await statOf(upload)
        if (!found?.isFile() || found.mtime >= before) continue
        await rm(upload, { force: true })
        removed++
      }
      return removed
    },

    async close(): Promise<void> {},
  }
}

async function moveIntoPlace(upload: string, file: string): Promise<void> {
  await moveAllIntoPlace([{ upload, file }])
}

/** Each folder is flushed once, after all its files. */
async function moveAllIntoPlace(moves: readonly { upload: string; file: string }[]): Promise<void> {
  const folders = [...new Set(moves.map(({ file }) => path.dirname(file)))]
  const parents = new Set<string>()
  for (const folder of folders) {
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (firstMade !== undefined) parents.add(path.dirname(firstMade))
  }
  await mapConcurrently(moves, flushedAtOnce, ({ upload, file }) => rename(upload, file))
  await mapConcurrently([...folders, ...parents], flushedAtOnce, flushFolder)
}

/** A rename survives a power cut only once the folder is flushed. Windows has no such call and needs none. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function statOf(file: string) {
  return stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** Empty for a missing folder, and for a path that is not a folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return []
    throw error
  })
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}
