import zlib from 'node:zlib'

/** Whether this Node compresses as Parquet needs it: those before 22.15 do not. */
export function compressesPages(): boolean {
  return typeof zlib.zstdCompressSync === 'function'
}

/** Quickly: results are written once and read seldom. */
export function compressPage(bytes: Uint8Array): Uint8Array {
  return zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } })
}
