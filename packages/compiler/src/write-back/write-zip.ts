import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { PackedPart } from '../1-read/zip-package.ts'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const DEFLATED = 8
const UTF8_NAME = 0x0800

/** A zip file of packed parts. Headers hold the sizes, so no part needs a data descriptor. */
export function writeZip(parts: readonly PackedPart[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { entry, data } of parts) {
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(entry.generalPurposeBitFlag & UTF8_NAME, 0)
    facts.writeUInt16LE(entry.compressionMethod, 2)
    facts.writeUInt16LE(entry.lastModFileTime, 4)
    facts.writeUInt16LE(entry.lastModFileDate, 6)
    facts.writeUInt32LE(entry.crc32, 8)
    facts.writeUInt32LE(data.length, 12)
    facts.writeUInt32LE(entry.uncompressedSize, 16)
    facts.writeUInt16LE(entry.fileNameRaw.length, 20)
    const local = Buffer.concat([u32(LOCAL), u16(VERSION), facts, u16(0), entry.fileNameRaw])
    pieces.push(local, data)
    directory.push(
      Buffer.concat([
        u32(CENTRAL),
        u16(VERSION),
        u16(VERSION),
        facts,
        u16(0),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        entry.fileNameRaw,
      ]),
    )
    at += local.length + data.length
  }
  const listing = Buffer.concat(directory)
  const count = u16(parts.length)
  const end = Buffer.concat([u32(END), u16(0), u16(0), count, count, u32(listing.length), u32(at), u16(0)])
  return Buffer.concat([...pieces, listing, end])
}

/** Packs new content under the name and date of the part that it replaces. */
export async function repack(original: PackedPart, content: AsyncIterable<Buffer>): Promise<PackedPart> {
  let checksum = 0
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      checksum = crc32(chunk, checksum)
      size += chunk.length
      yield chunk
    }
  }
  const packed: Buffer[] = []
  const deflate = Readable.from(counted()).compose(createDeflateRaw())
  for await (const chunk of deflate as AsyncIterable<Buffer>) packed.push(chunk)
  return {
    name: original.name,
    entry: {
      crc32: checksum,
      uncompressedSize: size,
      compressionMethod: DEFLATED,
      fileNameRaw: original.entry.fileNameRaw,
      generalPurposeBitFlag: original.entry.generalPurposeBitFlag,
      lastModFileDate: original.entry.lastModFileDate,
      lastModFileTime: original.entry.lastModFileTime,
    },
    data: Buffer.concat(packed),
  }
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
