import { ByteReader } from '../biff/byte-reader.ts'

export interface BiffRecord {
  readonly type: number
  readonly body: ByteReader
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
    yield { type, at: start, body: joined(pieces, part) }
  }
}

function joined(pieces: readonly Buffer[], part: string): ByteReader {
  const [only] = pieces
  if (only && pieces.length === 1) return new ByteReader(only, part)
  const joints: number[] = []
  let length = 0
  for (const piece of pieces.slice(0, -1)) joints.push((length += piece.length))
  return new ByteReader(Buffer.concat(pieces), part, joints)
}
