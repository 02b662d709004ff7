import { ByteReader } from '../biff/byte-reader.ts'

export interface BiffRecord {
  readonly type: number
  readonly body: ByteReader
  /** Offsets in `body` where the parts of a continued record end: texts change their encoding there. */
  readonly joints: readonly number[]
  /** Position in the stream. */
  readonly at: number
}

const CONTINUE = 0x3c

/**
 * The records of a stream from a position on, with continued ones joined. Stops silently at the end of a truncated
 * stream.
 */
export function* readRecords(stream: Buffer, from: number, part: string): Generator<BiffRecord> {
  let at = from
  while (at + 4 <= stream.length) {
    const start = at
    const type = stream.readUInt16LE(at)
    let end = at + 4 + stream.readUInt16LE(at + 2)
    const pieces = [stream.subarray(at + 4, end)]
    while (end + 4 <= stream.length && stream.readUInt16LE(end) === CONTINUE) {
      const next = end + 4 + stream.readUInt16LE(end + 2)
      pieces.push(stream.subarray(end + 4, next))
      end = next
    }
    at = end
    yield { type, at: start, ...joined(pieces, part) }
  }
}

function joined(pieces: readonly Buffer[], part: string): { body: ByteReader; joints: readonly number[] } {
  const [only] = pieces
  if (only && pieces.length === 1) return { body: new ByteReader(only, part), joints: [] }
  const joints: number[] = []
  let length = 0
  for (const piece of pieces) {
    length += piece.length
    joints.push(length)
  }
  return { body: new ByteReader(Buffer.concat(pieces), part), joints }
}
