import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { CallError } from '../../platform/http/call-error.ts'

const accepted: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'tiff'])

/** A small file can expand into a huge picture; more pixels than this are refused before decoding. */
const mostPoints = 64_000_000
const widest = 1600
const quality = 80
const largestBytes = 1_000_000
const step = 0.8

/** Converts a picture to an upright JPEG without metadata, scaled down until it is below 1 MB. */
export async function compressImage(content: Readable): Promise<Buffer> {
  const original = await buffer(content)
  if (original.length === 0) notAPicture()
  const { format } = await readable(original).metadata().catch(notAPicture)
  if (!accepted.has(format)) throw notAccepted(`A ${format} picture is not accepted`)
  for (let width = widest; ; width = Math.floor(width * step)) {
    const made = await readable(original)
      .rotate()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer()
      .catch(notAPicture)
    if (made.length < largestBytes) return made
  }
}

function readable(content: Buffer): Sharp {
  return sharp(content, { limitInputPixels: mostPoints, failOn: 'error' })
}

function notAPicture(): never {
  throw notAccepted('The file is not a picture that can be read, or it has too many points')
}

function notAccepted(message: string): CallError {
  return new CallError('INVALID_FILE_TYPE', message, [
    { field: 'body.CoverImage', message: 'is not accepted', allowed: 'JPEG, PNG, GIF or TIFF of up to 64 megapixels' },
  ])
}
