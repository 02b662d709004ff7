import type { Readable } from 'node:stream'

/** Part of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ReceiveOptions {
  /** Content longer than this is refused with `TooLargeError`. */
  readonly maxBytes: number
  /** Aborted when the sender goes away. */
  readonly signal?: AbortSignal | undefined
}

/** Content that has arrived in full but is not kept yet. Exactly one of `keep` and `discard` is called. */
export interface ReceivedContent {
  /** SHA-256 of the content, 64 lower-case hexadecimal digits. */
  readonly hash: string
  readonly size: number
  /** Puts the content under its hash; content of the same hash that is there already is replaced by the same bytes. */
  keep(): Promise<void>
  discard(): Promise<void>
}

/** A small content that is in memory as a whole. */
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
 * Where bytes live: a folder or an S3 bucket. Content is addressed by tenant and hash, never changes, and becomes
 * visible only when it has arrived in full and is safe on disk.
 */
export interface FileStore {
  receive(tenantId: string, content: Readable, options: ReceiveOptions): Promise<ReceivedContent>
  /** Puts small contents under their hashes. When this answers all are safe on disk; after a failure some may be there. */
  keepAll(tenantId: string, contents: readonly WholeContent[]): Promise<void>
  /** Throws `MissingContentError` when there is no such content. */
  open(tenantId: string, hash: string, range?: ByteRange): Promise<Readable>
  size(tenantId: string, hash: string): Promise<number | undefined>
  remove(tenantId: string, hash: string): Promise<void>
  /** The tenant's contents and nothing else that may lie between them. */
  list(tenantId: string): AsyncIterable<StoredContent>
  /** Removes what uploads that never finished left behind before the given moment, and counts it. */
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

/** The bytes in the store are not those that were stored. */
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

/** Whether a name in the store is that of content. Others may lie beside it: what an operator or a file manager left there. */
export function isContentHash(name: string): boolean {
  return hashPattern.test(name)
}

/** Keys become paths: anything but a tenant id and a hash is a programming error, whatever it came from. */
export function assertContentKey(tenantId: string, hash: string): void {
  if (!tenantPattern.test(tenantId) || !hashPattern.test(hash)) throw new Error('Not a tenant id and content hash')
}
