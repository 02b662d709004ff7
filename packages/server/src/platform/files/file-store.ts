import type { Readable } from 'node:stream'

/** Part of a file, both ends inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ReceiveOptions {
  /** Content longer than this is refused with `TooLargeError`. */
  readonly maxBytes: number
  /** Aborted when the sender disconnects. */
  readonly signal?: AbortSignal | undefined
}

/** Content that has arrived completely but is not stored yet. Call exactly one of `keep` and `discard`. */
export interface ReceivedContent {
  /** SHA-256 of the content, 64 lower-case hexadecimal digits. */
  readonly hash: string
  readonly size: number
  /** Stores the content under its hash; existing content of the same hash is replaced by the same bytes. */
  keep(): Promise<void>
  discard(): Promise<void>
}

/** A small content completely in memory. */
export interface WholeContent {
  readonly hash: string
  readonly bytes: Buffer
}

export interface StoredContent {
  readonly hash: string
  readonly size: number
  readonly storedAt: Date
}

/**
 * Storage of bytes: a folder or an S3 bucket. Content is addressed by tenant and hash, never changes, and becomes
 * visible only when it has arrived completely and is flushed to disk.
 */
export interface FileStore {
  receive(tenantId: string, content: Readable, options: ReceiveOptions): Promise<ReceivedContent>
  /** The same for a local file, which stays where it is. */
  receiveFile(tenantId: string, file: string, options: ReceiveOptions): Promise<ReceivedContent>
  /**
   * Stores small contents under their hashes. When it resolves, all are flushed to disk; after a failure some may be
   * stored.
   */
  keepAll(tenantId: string, contents: readonly WholeContent[]): Promise<void>
  /** Throws `MissingContentError` if there is no such content. */
  open(tenantId: string, hash: string, range?: ByteRange): Promise<Readable>
  size(tenantId: string, hash: string): Promise<number | undefined>
  remove(tenantId: string, hash: string): Promise<void>
  /** The tenant's contents, without foreign files between them. */
  list(tenantId: string): AsyncIterable<StoredContent>
  /** Removes the remains of unfinished uploads older than the given time, and counts them. */
  sweepUploads(before: Date): Promise<number>
  close(): Promise<void>
}

export class TooLargeError extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The content is longer than ${maxBytes} bytes`)
    this.name = 'TooLargeError'
    this.maxBytes = maxBytes
  }
}

export class MissingContentError extends Error {
  constructor(hash: string) {
    super(`There is no content with the hash ${hash}`)
    this.name = 'MissingContentError'
  }
}

/** The bytes in the store differ from those that were stored. */
export class DamagedContentError extends Error {
  readonly hash: string
  constructor(hash: string) {
    super(`The content with the hash ${hash} is damaged`)
    this.name = 'DamagedContentError'
    this.hash = hash
  }
}

const hashPattern = /^[0-9a-f]{64}$/
const tenantPattern = /^[0-9a-f-]{36}$/

/** Whether a name in the store is that of content. Operators or file managers may have left other files. */
export function isContentHash(name: string): boolean {
  return hashPattern.test(name)
}

/** Keys become paths: anything but a tenant id and a hash is a programming error. */
export function assertContentKey(tenantId: string, hash: string): void {
  if (!tenantPattern.test(tenantId) || !hashPattern.test(hash)) throw new Error('Not a tenant id and content hash')
}
