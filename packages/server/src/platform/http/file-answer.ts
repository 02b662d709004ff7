import type { Readable } from 'node:stream'
import type { ByteRange } from '../files/file-store.ts'

/** What the handler of a download answers with; the registrar takes care of headers, ranges and conditions. */
export interface FileAnswer {
  /** Name offered to the user, in any script. */
  readonly fileName: string
  /** Overrides the content type of the call's declaration. */
  readonly contentType?: string
  /** `attachment` unless the page shows the file itself. */
  readonly disposition?: 'attachment' | 'inline'
  /** Unknown for content that is made while it is sent: then there are no ranges. */
  readonly size?: number
  /** Identifies the content (its hash), without quotes. */
  readonly etag?: string
  readonly lastModified?: Date
  /** Opens the content, or the given part of it when the size is known. */
  readonly open: (range?: ByteRange) => Promise<Readable> | Readable
}
