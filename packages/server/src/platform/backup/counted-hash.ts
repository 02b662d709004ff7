import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const NEWLINE = 0x0a

/** Passes bytes through, hashes them and counts their lines (rows, in PostgreSQL's copy format). */
export class CountedHash extends Transform {
  private readonly hash = createHash('sha256')
  lines = 0
  bytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.lines++
    done(null, chunk)
  }

  /** Once the stream has ended. */
  digest(): string {
    return this.hash.digest('hex')
  }
}
