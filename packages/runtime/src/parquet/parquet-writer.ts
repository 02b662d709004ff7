import type { ParquetType } from './column-page.ts'
import { release } from './release.ts'
import type { ParquetColumn, RowPages } from './row-pages.ts'
import { ThriftWriter, thriftTypes } from './thrift-writer.ts'

/** A row group in a file: its columns follow each other without gaps. */
export interface RowGroup {
  readonly offset: number
  readonly rows: number
  readonly sizes: readonly number[]
  readonly plainSizes: readonly number[]
}

export interface ParquetLimits {
  /** A group is written once it has this many rows or bytes. */
  readonly groupRows: number
  readonly groupBytes: number
}

/** As large as groups of other writers: fewer, longer ones are read faster. The byte limit bounds the memory. */
const usual: ParquetLimits = { groupRows: 122_880, groupBytes: 16 * 1024 * 1024 }

const magic = Uint8Array.of(0x50, 0x41, 0x52, 0x31)

/** Writes pages into a Parquet file, group by group. Encodes nothing, so it is cheap wherever it runs. */
export class ParquetWriter {
  private readonly columns: readonly ParquetColumn[]
  private readonly write: (bytes: Uint8Array) => Promise<unknown>
  private readonly limits: ParquetLimits
  private readonly written: RowGroup[] = []
  private gathered: RowPages[] = []
  private rows = 0
  private bytes = 0
  private offset = 0

  /** `write` has to be done with the bytes when it resolves: they are freed then. */
  constructor(
    columns: readonly ParquetColumn[],
    write: (bytes: Uint8Array) => Promise<unknown>,
    limits: ParquetLimits = usual,
  ) {
    this.columns = columns
    this.write = write
    this.limits = limits
  }

  async add(pages: RowPages): Promise<void> {
    if (pages.rows === 0) return
    this.gathered.push(pages)
    this.rows += pages.rows
    this.bytes += pages.bytes.length
    if (this.rows >= this.limits.groupRows || this.bytes >= this.limits.groupBytes) await this.endGroup()
  }

  /**
   * Ends the file; returns the positions of its groups. `note` is written before the end, where Parquet readers do not
   * look.
   */
  async end(note: (groups: readonly RowGroup[]) => Uint8Array = () => new Uint8Array()): Promise<readonly RowGroup[]> {
    if (this.gathered.length > 0) await this.endGroup()
    if (this.offset === 0) await this.put(magic)
    await this.put(note(this.written))
    const footer = footerOf(this.columns, this.written)
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, footer.length, true)
    for (const part of [footer, length, magic]) await this.put(part)
    return this.written
  }

  private async endGroup(): Promise<void> {
    const { gathered, rows } = this
    this.gathered = []
    this.rows = 0
    this.bytes = 0
    if (this.offset === 0) await this.put(magic)
    const group = {
      offset: this.offset,
      rows,
      sizes: this.columns.map((_, i) => gathered.reduce((sum, { sizes }) => sum + (sizes[i] ?? 0), 0)),
      plainSizes: this.columns.map((_, i) => gathered.reduce((sum, { plainSizes }) => sum + (plainSizes[i] ?? 0), 0)),
    }
    const bytes = byColumn(gathered, group.sizes)
    for (const pages of gathered) release(pages.bytes)
    this.written.push(group)
    await this.put(bytes)
    release(bytes)
  }

  private async put(bytes: Uint8Array): Promise<void> {
    this.offset += bytes.length
    if (bytes.length > 0) await this.write(bytes)
  }
}

/** The pages of each column, one after the other. */
function byColumn(gathered: readonly RowPages[], sizes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  const from = gathered.map(() => 0)
  let at = 0
  for (const column of sizes.keys()) {
    for (const [i, pages] of gathered.entries()) {
      const begin = from[i] ?? 0
      const end = begin + (pages.sizes[column] ?? 0)
      bytes.set(pages.bytes.subarray(begin, end), at)
      at += end - begin
      from[i] = end
    }
  }
  return bytes
}

const physicalTypes: Record<ParquetType, number> = { BOOLEAN: 0, INTEGER: 1, INT64: 2, DOUBLE: 5, VARCHAR: 6 }
const optional = 1
const utf8 = 0
const plain = 0
const rle = 3
const zstd = 6

function footerOf(columns: readonly ParquetColumn[], groups: readonly RowGroup[]): Uint8Array {
  const to = new ThriftWriter()
  to.int(1, 1)
  to.list(2, thriftTypes.struct, columns.length + 1)
  to.structElement(() => {
    to.text(4, 'results')
    to.int(5, columns.length)
  })
  for (const { name, type } of columns) {
    to.structElement(() => {
      to.int(1, physicalTypes[type])
      to.int(3, optional)
      to.text(4, name)
      if (type === 'VARCHAR') to.int(6, utf8)
    })
  }
  to.long(
    3,
    groups.reduce((sum, { rows }) => sum + rows, 0),
  )
  to.list(4, thriftTypes.struct, groups.length)
  for (const group of groups) to.structElement(() => writeGroup(to, columns, group))
  to.text(6, 'Sheetwright')
  return to.end()
}

function writeGroup(to: ThriftWriter, columns: readonly ParquetColumn[], group: RowGroup): void {
  to.list(1, thriftTypes.struct, columns.length)
  let offset = group.offset
  for (const [i, { name, type }] of columns.entries()) {
    const begin = offset
    const size = group.sizes[i] ?? 0
    offset += size
    to.structElement(() => {
      to.long(2, begin)
      to.struct(3, () => {
        to.int(1, physicalTypes[type])
        to.list(2, thriftTypes.i32, 2)
        to.intElement(plain)
        to.intElement(rle)
        to.list(3, thriftTypes.binary, 1)
        to.textElement(name)
        to.int(4, zstd)
        to.long(5, group.rows)
        to.long(6, group.plainSizes[i] ?? 0)
        to.long(7, size)
        to.long(9, begin)
      })
    })
  }
  to.long(
    2,
    group.plainSizes.reduce((sum, size) => sum + size, 0),
  )
  to.long(3, group.rows)
}
