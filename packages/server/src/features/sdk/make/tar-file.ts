import { gzipSync } from 'node:zlib'

/** A file of a package. */
export interface PackedFile {
  readonly path: string
  readonly content: string
}

const block = 512

/** A tarball as npm installs it: everything below `package/`. The same files always produce the same bytes. */
export function npmTarball(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ path, content }) => {
    const bytes = Buffer.from(content)
    return [header(`package/${path}`, bytes.length), bytes, Buffer.alloc((block - (bytes.length % block)) % block)]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]))
}

function header(name: string, size: number): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  head.write(name, 0, 100)
  head.write(octal(0o644, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(size, 12), 124)
  // npm sets its own time when unpacking; a fixed one keeps the bytes the same.
  head.write(octal(499_162_500, 12), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}
