import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { FarSheet, FarStore, FarTexts } from '@sheetwright/compiler/read.ts'
import { errorFromCode, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { TextFile } from './text-file.ts'

type FarValue = string | number | boolean | { readonly error: string }
/** A row number, then columns and values by turns. */
type FarLine = readonly [row: number, ...cells: (number | FarValue)[]]

const flushedAt = 256 * 1024

/**
 * Stores the rows below the first ones of each sheet in files, so that memory does not grow with the length of a table.
 */
export class FarRows implements FarStore {
  private readonly folder: string
  /** Rows of each sheet that stay in the model. */
  readonly keptRows: number
  private readonly sheets = new Map<string, RowFile>()
  private readonly shared: TextFile
  /** False if the rows came in an order in which files cannot be read back. */
  private isUsable = true

  constructor(folder: string, keptRows: number) {
    this.folder = folder
    this.keptRows = keptRows
    this.shared = new TextFile(path.join(folder, 'far-texts'))
  }

  sheet(name: string): FarSheet {
    if (this.sheets.has(name)) this.isUsable = false
    const file = new RowFile(path.join(this.folder, `far-${this.sheets.size}`), this.keptRows)
    this.sheets.set(name, file)
    return file
  }

  texts(): FarTexts {
    return this.shared
  }

  /** Call once everything is read. Returns whether the rows can be read back. */
  end(): boolean {
    this.shared.close()
    for (const file of this.sheets.values()) file.end()
    return this.isUsable && this.sheets.values().every(({ isOrdered }) => isOrdered)
  }

  /** The last row of a sheet in its file, from 0; negative if there is none. */
  lastRow(sheet: string): number {
    return this.sheets.get(sheet)?.lastRow ?? -1
  }

  /** The rows of a sheet in its file, with the values between two columns. */
  rows(sheet: string, left: number, right: number): Generator<{ row: number; values: Scalar[] }> | [] {
    return this.sheets.get(sheet)?.rows(left, right) ?? []
  }
}

class RowFile implements FarSheet {
  isOrdered = true
  lastRow = -1
  private readonly file: string
  private readonly keptRows: number
  /** The first value of each column stays in the model, where types are inferred from it. */
  private readonly seenColumns = new Set<number>()
  private descriptor: number | undefined
  private line: (number | FarValue)[] = []
  private text = ''

  constructor(file: string, keptRows: number) {
    this.file = file
    this.keptRows = keptRows
  }

  take(row: number, col: number, value: Scalar): boolean {
    if (row < this.keptRows) return false
    if (value === null) return true
    if (row < this.lastRow) this.isOrdered = false
    if (row !== this.lastRow) {
      this.endLine()
      this.lastRow = row
      this.line.push(row)
    }
    this.line.push(col, value instanceof ExcelError ? { error: value.code } : value)
    const isFirst = !this.seenColumns.has(col)
    if (isFirst) this.seenColumns.add(col)
    return !isFirst
  }

  end(): void {
    this.endLine()
    this.flush()
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
  }

  *rows(left: number, right: number): Generator<{ row: number; values: Scalar[] }> {
    if (this.lastRow < 0) return
    for (const text of linesOfFile(this.file)) {
      const line = JSON.parse(text) as FarLine
      const values = Array.from<Scalar>({ length: right - left + 1 }).fill(null)
      for (let i = 1; i < line.length; i += 2) {
        const col = line[i] as number
        if (col >= left && col <= right) values[col - left] = valueOf(line[i + 1] as FarValue)
      }
      yield { row: line[0], values }
    }
  }

  private endLine(): void {
    if (this.line.length === 0) return
    this.text += `${JSON.stringify(this.line)}\n`
    this.line = []
    if (this.text.length >= flushedAt) this.flush()
  }

  private flush(): void {
    if (this.text === '') return
    this.descriptor ??= openSync(this.file, 'w')
    const bytes = Buffer.from(this.text)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at)
    this.text = ''
  }
}

function valueOf(value: FarValue): Scalar {
  return typeof value === 'object' ? (errorFromCode(value.error) ?? null) : value
}

/** The lines of a file, each with its line end. */
function* linesOfFile(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(flushedAt)
    let rest = Buffer.alloc(0)
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null)
      if (read === 0) break
      const bytes = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)])
      const end = bytes.lastIndexOf(10) + 1
      // Copy: the chunk is overwritten.
      rest = Buffer.from(bytes.subarray(end))
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n')
    }
  } finally {
    closeSync(descriptor)
  }
}
