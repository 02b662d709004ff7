import { ReadFailure } from '../read-failure.ts'

const END_OF_CHAIN = 0xfffffffe
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5

/** The streams of an OLE compound file, the container of .xls files and of encrypted workbooks. Every chain is checked for loops. */
export class CompoundFile {
  private readonly bytes: Buffer
  private readonly sectorBytes: number
  private readonly table: Uint32Array
  private readonly smallTable: Uint32Array
  private readonly smallSectorBytes: number
  private readonly smallCutoff: number
  private readonly smallStream: Buffer
  private readonly entries: readonly Entry[]

  constructor(bytes: Buffer, maxEntries: number) {
    if (bytes.length < HEADER_BYTES) throw damaged('it is cut off')
    this.bytes = bytes
    this.sectorBytes = 1 << sectorShift(bytes.readUInt16LE(30), 7, 20)
    this.smallSectorBytes = 1 << sectorShift(bytes.readUInt16LE(32), 2, 15)
    this.smallCutoff = bytes.readUInt32LE(56)
    this.table = this.readTable()
    this.entries = readEntries(this.chain(bytes.readUInt32LE(48)), maxEntries)
    const root = this.entries.find(({ type }) => type === ROOT)
    this.smallStream = root ? this.chain(root.start, root.size) : Buffer.alloc(0)
    this.smallTable = numbers(this.chain(bytes.readUInt32LE(60)))
  }

  streamNames(): readonly string[] {
    return this.entries.filter(({ type }) => type === STREAM).map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.find(name) !== undefined
  }

  /** Contents of a stream, found by name ignoring case and folder; undefined if absent. */
  stream(name: string): Buffer | undefined {
    const entry = this.find(name)
    if (!entry) return undefined
    return entry.size < this.smallCutoff
      ? this.smallChain(entry.start, entry.size)
      : this.chain(entry.start, entry.size)
  }

  private find(name: string): Entry | undefined {
    const wanted = name.toLowerCase()
    const found = this.entries.filter((entry) => entry.type === STREAM && entry.name.toLowerCase() === wanted)
    // An embedded document has streams of the same names, in its own folder.
    return found.find(({ isTop }) => isTop) ?? found[0]
  }

  /** The sector allocation table. The header lists its sectors; large files list more in further sectors. */
  private readTable(): Uint32Array {
    const { bytes } = this
    const locations: number[] = []
    for (let i = 0; i < 109; i++) locations.push(bytes.readUInt32LE(76 + i * 4))
    let next = bytes.readUInt32LE(68)
    for (let left = this.sectorCount(); next < END_OF_CHAIN && left > 0; left--) {
      const list = numbers(this.sector(next))
      locations.push(...list.subarray(0, -1))
      next = list.at(-1) ?? END_OF_CHAIN
    }
    const used = locations.filter((location) => location < END_OF_CHAIN - 2).slice(0, this.sectorCount())
    return numbers(Buffer.concat(used.map((location) => this.sector(location))))
  }

  private sectorCount(): number {
    return Math.ceil(this.bytes.length / this.sectorBytes)
  }

  private sector(index: number): Buffer {
    const start = (index + 1) * this.sectorBytes
    if (start >= this.bytes.length) throw damaged('it refers beyond its end')
    return this.bytes.subarray(start, start + this.sectorBytes)
  }

  private chain(start: number, size?: number): Buffer {
    return collect(start, size, this.sectorCount(), this.table, (index) => this.sector(index))
  }

  private smallChain(start: number, size: number): Buffer {
    const bytes = this.smallSectorBytes
    const limit = Math.ceil(this.smallStream.length / bytes)
    return collect(start, size, limit, this.smallTable, (index) =>
      this.smallStream.subarray(index * bytes, (index + 1) * bytes),
    )
  }
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly size: number
  /** The entry is in the root, not in a folder. */
  readonly isTop: boolean
}

function readEntries(directory: Buffer, maxEntries: number): Entry[] {
  const entries: Entry[] = []
  const top = topEntries(directory)
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = directory.readUInt16LE(at + 64)
    const type = directory[at + 66] ?? 0
    if (nameBytes < 2 || nameBytes > 64 || type === 0) continue
    if (entries.length >= maxEntries) throw new ReadFailure('TOO_MUCH', { what: 'parts', limit: maxEntries })
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      type,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
      isTop: top.has(at / ENTRY_BYTES),
    })
  }
  return entries
}

/** Numbers of the root's entries; they form a binary tree of siblings. */
function topEntries(directory: Buffer): ReadonlySet<number> {
  const found = new Set<number>()
  const pending = directory.length >= ENTRY_BYTES ? [directory.readUInt32LE(76)] : []
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const at = index * ENTRY_BYTES
    if (found.has(index) || at + ENTRY_BYTES > directory.length) continue
    found.add(index)
    pending.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return found
}

function collect(
  start: number,
  size: number | undefined,
  maxSectors: number,
  table: Uint32Array,
  sector: (index: number) => Buffer,
): Buffer {
  const sectors: Buffer[] = []
  let length = 0
  let index = start
  while (index < END_OF_CHAIN && (size === undefined || length < size)) {
    if (sectors.length > maxSectors) throw damaged('its sectors form a loop')
    const part = sector(index)
    sectors.push(part)
    length += part.length
    index = table[index] ?? END_OF_CHAIN
  }
  const whole = Buffer.concat(sectors)
  if (size === undefined) return whole
  if (whole.length < size) throw damaged('a stream is cut off')
  return whole.subarray(0, size)
}

function numbers(bytes: Buffer): Uint32Array {
  const list = new Uint32Array(Math.floor(bytes.length / 4))
  for (let i = 0; i < list.length; i++) list[i] = bytes.readUInt32LE(i * 4)
  return list
}

function sectorShift(shift: number, low: number, high: number): number {
  if (shift < low || shift > high) throw damaged('its header makes no sense')
  return shift
}

function damaged(reason: string): ReadFailure<'FILE_DAMAGED'> {
  return new ReadFailure('FILE_DAMAGED', { part: 'the compound file', reason })
}
