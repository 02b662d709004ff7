import { allowedIterations } from '../iterations.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { CellPosition } from '../../model/cell.ts'
import { BinaryCells } from '../biff/binary-cells.ts'
import { binaryError, rkNumber } from '../biff/binary-values.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { dataTableInputs } from '../biff/data-table.ts'
import type { FormulaScope } from '../biff/decode-formula.ts'
import { charactersOf, standardWidth } from '../column-width.ts'
import { ReadFailure } from '../read-failure.ts'
import type { SheetBuilder } from '../sheet-builder.ts'
import type { Globals } from './read-globals.ts'
import { readValidation } from './read-validation.ts'
import { type BiffRecord, readRecords } from './records.ts'

const BEGIN = 0x809
const END = 0x0a
const TEXT_RESULT = 0x207
const DELETED = 0xffff
/** Records that may come between a formula and its text result. */
const BETWEEN: ReadonlySet<number> = new Set([0x4bc, 0x221, 0x236])

/** Workbook settings that Excel repeats on every sheet. */
export interface SheetCalculation {
  mode: 'auto' | 'autoExceptTables' | 'manual'
  iterate: boolean
  iterateCount: number
  iterateDelta: number
}

/** Reads the records of one sheet. */
export class SheetStreamReader {
  readonly calculation: SheetCalculation = { mode: 'auto', iterate: false, iterateCount: 100, iterateDelta: 0.001 }
  /** A filter hides rows; a defined name holds its range. */
  isFiltered = false
  /** The sheet shows filter arrows. Without them the range in the name is left over from an earlier filter. */
  hasFilterArrows = false
  private readonly builder: SheetBuilder
  private readonly globals: Globals
  private readonly scope: FormulaScope
  private readonly cells: BinaryCells
  private isFrozen = false
  /** A formula whose text result comes in a separate record. */
  private pending: { cell: CellPosition; style: number; tokens: Buffer; extra: Buffer } | undefined
  private readonly readers: Readonly<Record<number, (body: ByteReader) => void>>

  constructor(builder: SheetBuilder, globals: Globals, scope: FormulaScope) {
    this.builder = builder
    this.globals = globals
    this.scope = scope
    this.cells = new BinaryCells(builder, globals.layout, scope)
    this.readers = {
      0x06: (body) => this.readFormula(body),
      0x0c: (body) => {
        this.calculation.iterateCount = allowedIterations(body.u16())
      },
      0x0d: (body) => {
        const mode = body.i16()
        this.calculation.mode = mode === 0 ? 'manual' : mode === 1 ? 'auto' : 'autoExceptTables'
      },
      0x10: (body) => {
        this.calculation.iterateDelta = body.f64()
      },
      0x11: (body) => {
        this.calculation.iterate = body.u16() !== 0
      },
      0x41: (body) => this.readPane(body),
      0x55: (body) => {
        this.builder.defaultColumnWidth = standardWidth(body.u16())
      },
      0x7d: (body) => this.readColumn(body),
      0x81: (body) => {
        this.builder.textIsZero = (body.u16() & 0x4000) !== 0
      },
      0x99: (body) => {
        this.builder.defaultColumnWidth = charactersOf(body.u16() / 256)
      },
      0x9b: () => {
        this.isFiltered = true
      },
      0x9d: () => {
        this.hasFilterArrows = true
      },
      0xbd: (body) => this.readNumbers(body),
      0xbe: (body) => this.readBlanks(body),
      0xd6: (body) => this.constant(body, () => this.globals.text.long(body)),
      0xe5: (body) => this.readMerges(body),
      0xfd: (body) => this.constant(body, () => this.globals.strings[body.u32()] ?? null),
      0x1be: (body) => readValidation(body, this.globals, this.scope, this.builder),
      0x201: (body) => this.constant(body, () => null),
      0x203: (body) => this.constant(body, () => body.f64()),
      0x204: (body) => this.constant(body, () => this.globals.text.long(body)),
      0x205: (body) => this.constant(body, () => logicalOrError(body)),
      0x207: (body) => this.finishPending(this.globals.text.long(body)),
      0x208: (body) => this.readRow(body),
      0x221: (body) => this.readArray(body),
      0x225: (body) => {
        body.skip(2)
        this.builder.defaultRowHeight = body.u16() / 20
      },
      0x236: (body) => this.readDataTable(body),
      0x23e: (body) => this.readView(body),
      0x27e: (body) => this.constant(body, () => rkNumber(body.i32())),
      0x4bc: (body) => this.readShared(body),
      0x872: () => this.builder.note('NOT_READ', { what: 'tables', format: '.xls' }),
    }
  }

  /** Charts on the sheet are nested streams. */
  read(stream: Buffer, at: number): void {
    let depth = 0
    for (const record of readRecords(stream, at, `sheet "${this.builder.name}"`)) {
      if (record.type === BEGIN) depth++
      else if (record.type === END) {
        depth--
        if (depth <= 0) break
      } else if (depth === 1) this.take(record)
    }
    this.finishPending(undefined)
  }

  finish(): void {
    this.finishPending(undefined)
    this.cells.finish()
  }

  private take({ type, body }: BiffRecord): void {
    if (this.pending && type !== TEXT_RESULT && !BETWEEN.has(type)) this.finishPending(undefined)
    this.readers[type]?.(body)
  }

  private cellHead(body: ByteReader): { row: number; col: number; style: number } {
    return { row: body.u16(), col: body.u16(), style: this.style(body.u16()) }
  }

  private style(index: number): number {
    return index < this.globals.styles.length ? index : 0
  }

  private constant(body: ByteReader, value: () => Scalar): void {
    const { row, col, style } = this.cellHead(body)
    this.builder.constant(row, col, value(), style)
  }

  private readNumbers(body: ByteReader): void {
    const row = body.u16()
    for (let col = body.u16(); body.left >= 8; col++) {
      const style = this.style(body.u16())
      this.builder.constant(row, col, rkNumber(body.i32()), style)
    }
  }

  private readBlanks(body: ByteReader): void {
    const row = body.u16()
    for (let col = body.u16(); body.left >= 4; col++) this.builder.constant(row, col, null, this.style(body.u16()))
  }

  private readFormula(body: ByteReader): void {
    const { row, col, style } = this.cellHead(body)
    const result = body.slice(8)
    body.skip(6)
    const tokens = body.slice(body.u16())
    const extra = body.rest()
    const cell = { row, col }
    if (result.readUInt16LE(6) === 0xffff && result[0] === 0) {
      this.pending = { cell, style, tokens, extra }
      this.cells.locate(cell)
      return
    }
    this.cells.formula(cell, tokens, extra, formulaResult(result), style)
  }

  private finishPending(text: string | undefined): void {
    if (!this.pending) return
    const { cell, tokens, extra, style } = this.pending
    this.pending = undefined
    this.cells.formula(cell, tokens, extra, text, style)
  }

  private readShared(body: ByteReader): void {
    const range = shortRange(body)
    body.skip(2)
    const tokens = body.slice(body.u16())
    this.cells.share(range, tokens, body.rest())
  }

  private readArray(body: ByteReader): void {
    const range = shortRange(body)
    body.skip(6)
    const tokens = body.slice(body.u16())
    this.cells.array('array', range, tokens, body.rest())
  }

  private readDataTable(body: ByteReader): void {
    const range = shortRange(body)
    const flags = body.u16()
    const [first, second] = [inputCell(body), inputCell(body)]
    this.cells.dataTable(range, dataTableInputs((flags & 8) !== 0, (flags & 4) !== 0, first, second))
  }

  private readRow(body: ByteReader): void {
    const row = body.u16()
    body.skip(4)
    // The highest bit only says that it is the default height.
    const height = (body.u16() & 0x7fff) / 20
    body.skip(4)
    const flags = body.u16()
    const style = body.u16() & 0xfff
    this.builder.row(row, {
      height,
      isFitted: (flags & 0x40) === 0,
      hidden: (flags & 0x20) !== 0,
      style: flags & 0x80 ? this.style(style) : undefined,
    })
  }

  private readColumn(body: ByteReader): void {
    const [first, last, width, style, flags] = [body.u16(), body.u16(), body.u16(), body.u16(), body.u16()]
    if (first > last || first >= this.globals.layout.cols) return
    this.builder.column({
      first,
      last: Math.min(last, this.globals.layout.cols - 1),
      width: charactersOf(width / 256),
      hidden: (flags & 1) !== 0,
      style: this.style(style),
    })
  }

  private readMerges(body: ByteReader): void {
    for (let count = body.u16(); count > 0 && body.left >= 8; count--) {
      const [top, bottom, left, right] = [body.u16(), body.u16(), body.u16(), body.u16()]
      this.builder.merge({ top, left, bottom, right })
    }
  }

  private readView(body: ByteReader): void {
    const flags = body.u16()
    this.builder.showGridLines = (flags & 2) !== 0
    this.builder.rightToLeft = (flags & 0x40) !== 0
    this.isFrozen = (flags & 8) !== 0
  }

  private readPane(body: ByteReader): void {
    const [cols, rows] = [body.u16(), body.u16()]
    if (this.isFrozen) this.builder.frozen = { rows, cols }
  }
}

function shortRange(body: ByteReader): { top: number; left: number; bottom: number; right: number } {
  const [top, bottom, left, right] = [body.u16(), body.u16(), body.u8(), body.u8()]
  return { top, left, bottom, right }
}

function inputCell(body: ByteReader): CellPosition | undefined {
  const [row, col] = [body.u16(), body.u16()]
  return row === DELETED || col === DELETED ? undefined : { row, col }
}

function logicalOrError(body: ByteReader): Scalar {
  const value = body.u8()
  return body.u8() === 0 ? value !== 0 : knownError(value)
}

/** The result is a number, unless the last two bytes say otherwise. */
function formulaResult(result: Buffer): Scalar | undefined {
  if (result.readUInt16LE(6) !== 0xffff) return result.readDoubleLE(0)
  const value = result[2] ?? 0
  if (result[0] === 1) return value !== 0
  if (result[0] === 2) return knownError(value)
  return result[0] === 3 ? '' : undefined
}

function knownError(code: number): Scalar {
  const error = binaryError(code)
  if (!error) throw new ReadFailure('FILE_DAMAGED', { part: 'a cell', reason: `unknown error value ${code}` })
  return error
}
