import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { CallError } from '../../platform/http/call-error.ts'

/** A small file can expand into a huge picture; more pixels than this are refused before decoding. */
const mostPoints = 64_000_000
const widest = 2400

/** Converts the first page of a TIFF, which browsers do not show, to JPEG. */
export async function tiffPicture(content: Readable): Promise<Buffer> {
  try {
    return await sharp(await buffer(content), { limitInputPixels: mostPoints, failOn: 'error' })
      .rotate()
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg()
      .toBuffer()
  } catch {
    throw new CallError('INVALID_FILE_TYPE', 'The picture cannot be read, or it has too many points')
  }
}
