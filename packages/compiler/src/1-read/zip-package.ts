import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { ReadLimits } from './limits.ts'
import { ReadFailure, reasonOf } from './read-failure.ts'

/** A part in packed form, with the data of its header. */
export interface PackedPart {
  readonly name: string
  readonly entry: Pick<
    Entry,
    | 'crc32'
    | 'uncompressedSize'
    | 'compressionMethod'
    | 'fileNameRaw'
    | 'generalPurposeBitFlag'
    | 'lastModFileDate'
    | 'lastModFileTime'
  >
  readonly data: Buffer
}

/** The parts of an untrusted zip file; names ignore case. Sizes are checked before and during unpacking. */
export class ZipPackage {
  private readonly buffer: Buffer
  private readonly zip: ZipFile
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly ambiguous: ReadonlySet<string>

  private constructor(
    buffer: Buffer,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    ambiguous: ReadonlySet<string>,
  ) {
    this.buffer = buffer
    this.zip = zip
    this.entries = entries
    this.ambiguous = ambiguous
  }

  static async open(bytes: Uint8Array, limits: ReadLimits): Promise<ZipPackage> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const entries = new Map<string, Entry>()
    const ambiguous = new Set<string>()
    let unpacked = 0
    try {
      const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true })
      if (zip.entryCount > limits.entries) throw new ReadFailure('TOO_MUCH', { what: 'parts', limit: limits.entries })
      for await (const entry of zip.eachEntry()) {
        unpacked += entry.uncompressedSize
        if (unpacked > limits.unpackedBytes) {
          throw new ReadFailure('TOO_MUCH', { what: 'unpacked bytes', limit: limits.unpackedBytes })
        }
        guardRatio(entry, limits)
        if (entry.fileName.endsWith('/')) continue
        const key = partKey(entry.fileName)
        if (entries.has(key)) ambiguous.add(key)
        entries.set(key, entry)
      }
      return new ZipPackage(buffer, zip, entries, ambiguous)
    } catch (failure) {
      if (failure instanceof ReadFailure) throw failure
      throw new ReadFailure('FILE_DAMAGED', {
        part: 'the list of its parts',
        reason: 'the file is cut off or was changed',
      })
    }
  }

  has(part: string): boolean {
    return this.entries.has(partKey(part))
  }

  partNames(): readonly string[] {
    return this.entries
      .values()
      .map((entry) => entry.fileName)
      .toArray()
  }

  /**
   * Unpacks one part in chunks. Throws a ReadFailure for a part that is absent, duplicated, damaged or contradicts its
   * header.
   */
  async *read(part: string): AsyncGenerator<Buffer> {
    const key = partKey(part)
    const entry = this.entries.get(key)
    if (!entry) throw damaged(part, 'it is not in the file')
    if (this.ambiguous.has(key)) throw damaged(part, 'it is in the file twice')
    if (entry.isEncrypted()) throw new ReadFailure('PASSWORD_PROTECTED', {})
    let stream: Readable | undefined
    let checksum = 0
    try {
      stream = await this.zip.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } catch (failure) {
      if (failure instanceof ReadFailure) throw failure
      throw damaged(part, reasonOf(failure))
    } finally {
      stream?.destroy()
    }
    if (checksum !== entry.crc32) throw damaged(part, 'its checksum is wrong')
  }

  /** The packed parts in file order, for copying them unchanged. */
  async *packed(): AsyncGenerator<PackedPart> {
    for (const entry of this.entries.values()) yield { name: entry.fileName, entry, data: await this.packedData(entry) }
  }

  async readWhole(part: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.read(part)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  private async packedData(entry: Entry): Promise<Buffer> {
    try {
      const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true })
      const data = this.buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize)
      if (data.length === entry.compressedSize) return data
    } catch (failure) {
      throw damaged(entry.fileName, reasonOf(failure))
    }
    throw damaged(entry.fileName, 'it is cut off')
  }
}

function partKey(name: string): string {
  return name.toLowerCase()
}

function damaged(part: string, reason: string): ReadFailure<'FILE_DAMAGED'> {
  return new ReadFailure('FILE_DAMAGED', { part, reason })
}

function guardRatio(entry: Entry, limits: ReadLimits): void {
  const { uncompressedSize, compressedSize, fileName } = entry
  if (uncompressedSize <= limits.ratioFreeBytes || uncompressedSize <= compressedSize * limits.ratio) return
  throw new ReadFailure('COMPRESSION_SUSPICIOUS', { part: fileName, limit: limits.ratio })
}
