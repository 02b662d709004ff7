import { Readable } from 'node:stream'
import type { Services } from '../../services.ts'
import { compressImage } from './compress-image.ts'

const maxBytes = 2_000_000

/** Stores an uploaded picture as a cover; returns its hash. */
export async function storeCover(
  { files }: Services,
  tenantId: string,
  uploaded: { readonly hash: string },
  signal: AbortSignal,
): Promise<string> {
  const picture = await compressImage(await files.open(tenantId, uploaded.hash))
  const { hash } = await files.put(tenantId, Readable.from([picture]), { maxBytes, signal })
  return hash
}
