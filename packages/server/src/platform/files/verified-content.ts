import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { DamagedContentError } from './file-store.ts'

/** Passes stored bytes on while hashing them. Holds the last ones back until the hash is verified. */
export class VerifiedContent extends Transform {
  private readonly wanted: string
  private readonly hash = createHash('sha256')
  private held: Buffer | undefined

  constructor(wanted: string) {
    super()
    this.wanted = wanted
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.hash.update(chunk)
    const passed = this.held
    this.held = chunk
    if (passed === undefined) done(null)
    else done(null, passed)
  }

  override _flush(done: (error: Error | null, chunk?: Buffer) => void): void {
    if (this.hash.digest('hex') !== this.wanted) done(new DamagedContentError(this.wanted))
    else if (this.held === undefined) done(null)
    else done(null, this.held)
  }
}
