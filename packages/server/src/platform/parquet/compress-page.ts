import { constants, zstdCompressSync } from 'node:zlib'

/** Results are written once and read seldom, so compression is fast rather than small. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export function compressPage(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, quick)
}
