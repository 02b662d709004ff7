import { deserialize, serialize } from 'node:v8'
import type { RecordBlock } from '@sheetwright/compiler/portfolio.ts'

/** Records as bytes, which processes and threads in between pass on without reading them. */
export function blockBytes(block: RecordBlock): Uint8Array<ArrayBuffer> {
  return serialize(block)
}

/** Reading and writing records of the same block parse it once. */
const parsed = new WeakMap<Uint8Array, RecordBlock>()

export function blockOf(bytes: Uint8Array): RecordBlock {
  const known = parsed.get(bytes)
  if (known !== undefined) return known
  const block = deserialize(bytes) as RecordBlock
  parsed.set(bytes, block)
  return block
}
