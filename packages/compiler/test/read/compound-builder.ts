const sectorBytes = 512
const smallSectorBytes = 64
const smallCutoff = 4096
const endOfChain = 0xfffffffe
const tableSector = 0xfffffffd

/** A compound file with streams side by side. As in Excel's files, short streams share one stream of small sectors. */
export function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const small = new Sectors(smallSectorBytes)
  const sectors = new Sectors(sectorBytes)
  const entries = Object.entries(streams).map(([name, content]) => {
    const start = (content.length < smallCutoff ? small : sectors).add(content)
    return { name, type: 2, start, size: content.length }
  })
  const smallStart = sectors.add(small.bytes())
  const root = { name: 'Root Entry', type: 5, start: smallStart, size: small.bytes().length }
  const smallTable = sectors.add(numbers(small.next))
  const directory = sectors.add(Buffer.concat([root, ...entries].map(directoryEntry)))
  const tableSize = Math.ceil(sectors.next.length / (sectorBytes / 4 - 1))
  const tableStart = sectors.next.length
  for (let i = 0; i < tableSize; i++) sectors.next.push(tableSector)
  const table = whole(numbers(sectors.next), sectorBytes)
  const smallTableSize = Math.ceil((small.next.length * 4) / sectorBytes)
  const header = headerOf({ tableStart, tableSize, directory, smallTable, smallTableSize })
  return Buffer.concat([header, sectors.bytes(), table])
}

/** Contents in sectors of one size, with the sector chain. */
class Sectors {
  readonly next: number[] = []
  private readonly parts: Buffer[] = []
  private readonly size: number

  constructor(size: number) {
    this.size = size
  }

  /** Returns the number of the first sector. */
  add(content: Buffer): number {
    if (content.length === 0) return endOfChain
    const start = this.next.length
    const count = Math.ceil(content.length / this.size)
    for (let i = 1; i < count; i++) this.next.push(start + i)
    this.next.push(endOfChain)
    this.parts.push(whole(content, this.size))
    return start
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts)
  }
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly size: number
}

/** The root points to the first stream, and each stream to the next. */
function directoryEntry({ name, type, start, size }: Entry, index: number, all: readonly Entry[]): Buffer {
  const bytes = Buffer.alloc(128)
  const following = index + 1 < all.length ? index + 1 : 0xffffffff
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(type, 66)
  // Black, in the sibling tree.
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(0xffffffff, 68)
  bytes.writeUInt32LE(type === 5 ? 0xffffffff : following, 72)
  bytes.writeUInt32LE(type === 5 ? following : 0xffffffff, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

interface Header {
  readonly tableStart: number
  readonly tableSize: number
  readonly directory: number
  readonly smallTable: number
  readonly smallTableSize: number
}

function headerOf({ tableStart, tableSize, directory, smallTable, smallTableSize }: Header): Buffer {
  const bytes = Buffer.alloc(sectorBytes, 0xff)
  bytes.fill(0, 8, 76)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [index, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) bytes.writeUInt16LE(value, 24 + index * 2)
  bytes.writeUInt32LE(tableSize, 44)
  bytes.writeUInt32LE(directory, 48)
  bytes.writeUInt32LE(smallCutoff, 56)
  bytes.writeUInt32LE(smallTable, 60)
  bytes.writeUInt32LE(smallTableSize, 64)
  bytes.writeUInt32LE(endOfChain, 68)
  for (let i = 0; i < tableSize; i++) bytes.writeUInt32LE(tableStart + i, 76 + i * 4)
  return bytes
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function whole(content: Buffer, size: number): Buffer {
  return Buffer.concat([content, Buffer.alloc((size - (content.length % size)) % size, 0xff)])
}
