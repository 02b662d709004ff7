import { type FileHandle, open } from 'node:fs/promises'
import { ParquetWriter, type RowGroup } from '@sheetwright/runtime/parquet/parquet-writer.ts'
import type { ParquetColumn, RowPages } from '@sheetwright/runtime/parquet/row-pages.ts'
import { z } from 'zod'

/** A result file and the positions of its row groups. */
export interface ResultFile {
  readonly file: string
  readonly groups: readonly RowGroup[]
}

/** Writes pages into a file as they arrive. */
export async function writeResultFile(
  file: string,
  columns: readonly ParquetColumn[],
  pages: AsyncIterable<RowPages>,
): Promise<ResultFile> {
  const writer = await ResultFileWriter.open(file, columns)
  try {
    for await (const each of pages) await writer.add(each)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

/** A result file under construction. */
export class ResultFileWriter {
  private readonly file: string
  private readonly handle: FileHandle
  private readonly writer: ParquetWriter

  private constructor(file: string, handle: FileHandle, columns: readonly ParquetColumn[]) {
    this.file = file
    this.handle = handle
    this.writer = new ParquetWriter(columns, (bytes) => handle.writeFile(bytes))
  }

  static async open(file: string, columns: readonly ParquetColumn[]): Promise<ResultFileWriter> {
    return new ResultFileWriter(file, await open(file, 'w'), columns)
  }

  add(pages: RowPages): Promise<void> {
    return this.writer.add(pages)
  }

  async end(): Promise<ResultFile> {
    return { file: this.file, groups: await this.writer.end(noteOf) }
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

/** Concatenates files with the same columns; their pages are copied unchanged. */
export function joinResultFiles(
  file: string,
  columns: readonly ParquetColumn[],
  parts: Iterable<ResultFile>,
): Promise<ResultFile> {
  return writeResultFile(file, columns, pagesOf(parts))
}

async function* pagesOf(parts: Iterable<ResultFile>): AsyncGenerator<RowPages> {
  for (const { file, groups } of parts) {
    const handle = await open(file)
    try {
      for (const { offset, rows, sizes, plainSizes } of groups) {
        const length = sizes.reduce((sum, size) => sum + size, 0)
        yield { rows, bytes: await bytesAt(handle, offset, length), sizes, plainSizes }
      }
    } finally {
      await handle.close()
    }
  }
}

const mark = Buffer.from('SWgroups')
const note = z.array(
  z.object({
    offset: z.int(),
    rows: z.int(),
    sizes: z.array(z.int()),
    plainSizes: z.array(z.int()),
  }),
)
/** Bytes of the footer's length and `PAR1`. */
const endLength = 8

/** Positions of the groups, so that files can be joined without reading them whole: the text, its length, a mark. */
function noteOf(groups: readonly RowGroup[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(groups))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([text, length, mark])
}

/** The row groups of a file; undefined if another program wrote it. */
export async function readGroups(file: string): Promise<readonly RowGroup[] | undefined> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size < endLength) return undefined
    const footer = (await bytesAt(handle, size - endLength, 4)).readUInt32LE()
    const end = size - endLength - footer - mark.length
    if (end < 4 || !(await bytesAt(handle, end, mark.length)).equals(mark)) return undefined
    const length = (await bytesAt(handle, end - 4, 4)).readUInt32LE()
    if (length > end - 4) return undefined
    return note.parse(JSON.parse((await bytesAt(handle, end - 4 - length, length)).toString()))
  } finally {
    await handle.close()
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done)
    if (bytesRead === 0) throw new Error('A file of results is shorter than it was')
    done += bytesRead
  }
  return buffer
}
