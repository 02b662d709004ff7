import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../../platform/files/file-store.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** First bytes of the two workbook containers: zip, and compound file. */
const beginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Refuses a file that cannot be a workbook, whatever its name says. Its content is checked when an engine is built. */
export async function assertWorkbook(
  fileName: string,
  size: number,
  open: (range: ByteRange) => Promise<Readable>,
): Promise<void> {
  const head = size < 4 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end: 3 }))
  if (beginnings.some((bytes) => head.equals(Buffer.from(bytes)))) return
  throw new CallError('INVALID_FILE_TYPE', `The content of "${fileName}" is not a workbook`, [
    { field: 'body.File', message: 'is not a workbook', allowed: 'content that fits the name' },
  ])
}
