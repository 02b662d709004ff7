import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { TooLargeError } from './file-store.ts'

/** Passes bytes through while hashing and counting them; fails as soon as there are more than allowed. */
export class MeasuredHash extends Transform {
  size = 0
  private readonly maxBytes: number
  private readonly hash = createHash('sha256')

  constructor(maxBytes: number) {
    super()
    this.maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.size += chunk.length
    if (this.size > this.maxBytes) {
      done(new TooLargeError(this.maxBytes))
      return
    }
    this.hash.update(chunk)
    done(null, chunk)
  }

  /** The hash of all bytes; call it once, after the end. */
  digest(): string {
    return this.hash.digest('hex')
  }
}
