import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import type { Database } from '../db/database.ts'
import { isForeignKeyViolation } from '../db/sql-errors.ts'
import type { ByteRange, FileStore, ReceivedContent, ReceiveOptions } from './file-store.ts'
import {
  forgetStoredFile,
  notedFiles,
  noteStoredFile,
  noteStoredFiles,
  noteUnnotedFile,
  unreferencedFiles,
} from './stored-file.store.ts'
import { VerifiedContent } from './verified-content.ts'

export interface StoredFile {
  readonly hash: string
  readonly size: number
}

/**
 * Files of tenants, by content hash. The row in `stored_files` and the bytes in the store are added and removed
 * together.
 */
export interface Files {
  /**
   * Streams content into the store. When it resolves, the content is on disk and recorded; it is garbage-collected
   * later unless a row refers to it. An interrupted or too long upload leaves nothing behind.
   */
  put(tenantId: string, content: Readable, options: ReceiveOptions): Promise<StoredFile>
  /** The same for a local file, which stays where it is. */
  putFile(tenantId: string, file: string, options: ReceiveOptions): Promise<StoredFile>
  /**
   * The same for many small contents at once, for little more than the cost of one. Results are in their order. If it
   * fails, none of them counts as stored.
   */
  putAll(tenantId: string, contents: readonly Buffer[]): Promise<StoredFile[]>
  /**
   * Whole content is verified while it is read: the stream ends normally only if it is undamaged, else with
   * `DamagedContentError`.
   */
  open(tenantId: string, hash: string, range?: ByteRange): Promise<Readable>
  size(tenantId: string, hash: string): Promise<number | undefined>
  /** Removes the tenant's unreferenced content stored before the given time; counts it. */
  collect(tenantId: string, before: Date): Promise<number>
  /** Removes unfinished uploads of dead processes from before the given time; counts them. */
  sweepUploads(before: Date): Promise<number>
  readonly store: FileStore
}

const collectBatch = 500

export function createFiles(db: Database, store: FileStore): Files {
  const collectNoted = async (tenantId: string, before: Date): Promise<number> => {
    const candidates = await db.inTenant(tenantId, (tx) => unreferencedFiles(tx, before, collectBatch))
    let removed = 0
    for (const hash of candidates) {
      const gone = await db
        .inTenant(tenantId, async (tx) => {
          const forgotten = await forgetStoredFile(tx, hash, before)
          // Inside the transaction: an upload of the same content waits for the row and then stores its own bytes.
          if (forgotten) await store.remove(tenantId, hash)
          return forgotten
        })
        .catch((error: unknown) => {
          if (isForeignKeyViolation(error)) return false
          throw error
        })
      if (gone) removed++
    }
    return candidates.length === collectBatch && removed > 0
      ? removed + (await collectNoted(tenantId, before))
      : removed
  }

  const removeUnnoted = (tenantId: string, { hash, size }: StoredFile, before: Date): Promise<boolean> =>
    db.inTenant(tenantId, async (tx) => {
      if (!(await noteUnnotedFile(tx, { hash, size }))) return false
      // Not during a backup: then the bytes stay, recorded, and are collected later like any others.
      if (!(await forgetStoredFile(tx, hash, before))) return false
      await store.remove(tenantId, hash)
      return true
    })

  /** Bytes without a row: their process died between storing and recording them. */
  const collectUnnoted = async (tenantId: string, before: Date): Promise<number> => {
    let removed = 0
    for await (const batch of inBatches(store.list(tenantId), collectBatch)) {
      const old = batch.filter((content) => content.storedAt < before)
      if (old.length === 0) continue
      const hashes = old.map((content) => content.hash)
      const noted = await db.inTenant(tenantId, (tx) => notedFiles(tx, hashes))
      for (const content of old.filter((each) => !noted.has(each.hash))) {
        if (await removeUnnoted(tenantId, content, before)) removed++
      }
    }
    return removed
  }

  const keep = async (tenantId: string, received: ReceivedContent): Promise<StoredFile> => {
    const { hash, size } = received
    try {
      await db.inTenant(tenantId, async (tx) => {
        await noteStoredFile(tx, { hash, size })
        await received.keep()
      })
    } catch (error) {
      await received.discard()
      throw error
    }
    return { hash, size }
  }

  return {
    store,
    put: async (tenantId, content, options) => keep(tenantId, await store.receive(tenantId, content, options)),
    putFile: async (tenantId, file, options) => keep(tenantId, await store.receiveFile(tenantId, file, options)),
    putAll: async (tenantId, contents) => {
      const whole = contents.map((bytes) => ({ hash: createHash('sha256').update(bytes).digest('hex'), bytes }))
      const stored = whole.map(({ hash, bytes }) => ({ hash, size: bytes.length }))
      if (whole.length === 0) return stored
      const distinct = [...new Map(whole.map((each) => [each.hash, each])).values()]
      await db.inTenant(tenantId, async (tx) => {
        await noteStoredFiles(
          tx,
          distinct.map(({ hash, bytes }) => ({ hash, size: bytes.length })),
        )
        await store.keepAll(tenantId, distinct)
      })
      return stored
    },
    open: async (tenantId, hash, range) => {
      const content = await store.open(tenantId, hash, range)
      // A failure of the store reaches the reader through the verified stream.
      return range === undefined ? pipeline(content, new VerifiedContent(hash), () => undefined) : content
    },
    size: (tenantId, hash) => store.size(tenantId, hash),
    collect: async (tenantId, before) =>
      (await collectNoted(tenantId, before)) + (await collectUnnoted(tenantId, before)),
    sweepUploads: (before) => store.sweepUploads(before),
  }
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
