import type { Readable } from 'node:stream'
import type { ByteRange } from '../files/file-store.ts'

/** The result of a download's handler; the registrar handles headers, ranges and conditional requests. */
export interface FileAnswer {
  /** Name offered to the user, in any script. */
  readonly fileName: string
  /** Overrides the content type of the call's declaration. */
  readonly contentType?: string
  /** `attachment` unless the page shows the file. */
  readonly disposition?: 'attachment' | 'inline'
  /** Unknown for content generated while it is sent: then there are no ranges. */
  readonly size?: number
  /** Identifies the content (its hash), without quotes. */
  readonly etag?: string
  /** The address contains the hash of the content, so that browsers need not ask again. */
  readonly isAddressedByHash?: boolean
  readonly lastModified?: Date
  /** Opens the content, or the given part of it when the size is known. */
  readonly open: (range?: ByteRange) => Promise<Readable> | Readable
}
