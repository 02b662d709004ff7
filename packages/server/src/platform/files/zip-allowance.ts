import { CallError } from '../http/call-error.ts'

/** Maximum unpacked size of a zip, and its maximum ratio to the packed size. */
const maxUnpackedBytes = 1024 ** 3
const maxRatio = 200

/** Adds up the unpacked sizes that a zip declares, and refuses a zip bomb. */
export class ZipAllowance {
  private total = 0
  private readonly most: number

  /** Up to `harmlessBytes` any ratio is accepted: a short document of one repeated word is no attack. */
  constructor(size: number, harmlessBytes = 0) {
    this.most = Math.max(size * maxRatio, harmlessBytes)
  }

  take(unpackedBytes: number): void {
    this.total += unpackedBytes
    if (this.total > maxUnpackedBytes) {
      throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', 'The zip unpacks to more than 1 GB')
    }
    if (this.total > this.most) {
      throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `The zip unpacks to more than ${maxRatio} times its size`)
    }
  }
}
