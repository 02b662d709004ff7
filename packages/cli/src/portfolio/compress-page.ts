import zlib from 'node:zlib'

/** Whether this Node has the compression that Parquet needs: versions before 22.15 lack it. */
export function compressesPages(): boolean {
  return typeof zlib.zstdCompressSync === 'function'
}

/** Fast rather than small: results are written once and read seldom. */
export function compressPage(bytes: Uint8Array): Uint8Array {
  return zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } })
}
