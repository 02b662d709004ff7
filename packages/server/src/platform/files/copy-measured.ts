import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type ReceiveOptions, TooLargeError } from './file-store.ts'

const bufferBytes = 256 * 1024

/**
 * Copies a file to a new one and flushes it to disk; returns the hash and size of its content. Everything goes through
 * one buffer: a stream leaves as many bytes as the file has to the garbage collector.
 */
export async function copyMeasured(
  from: string,
  to: string,
  { maxBytes, signal }: ReceiveOptions,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  await using source = await open(from)
  await using target = await open(to, 'wx', 0o600)
  for (let size = 0; ; ) {
    const { bytesRead } = await source.read(buffer)
    if (signal?.aborted) throw new Error('A file was not stored: stopped', { cause: signal.reason })
    size += bytesRead
    if (size > maxBytes) throw new TooLargeError(maxBytes)
    if (bytesRead === 0) {
      await target.sync()
      return { hash: hash.digest('hex'), size }
    }
    const bytes = buffer.subarray(0, bytesRead)
    hash.update(bytes)
    await target.writeFile(bytes)
  }
}
