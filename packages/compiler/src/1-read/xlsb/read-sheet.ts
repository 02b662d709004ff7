import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from '../../model/address.ts'
import type { DataValidation } from '../../model/workbook.ts'
import { binaryError, rkNumber } from '../biff/binary-values.ts'
import { BinaryCells } from '../biff/binary-cells.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { dataTableInputs } from '../biff/data-table.ts'
import { decodeFormula, type FormulaScope } from '../biff/decode-formula.ts'
import { biff12Layout } from '../biff/operands.ts'
import { validationFlags } from '../biff/validation-flags.ts'
import { charactersOf, standardWidth } from '../column-width.ts'
import { listItems } from '../list-items.ts'
import { ReadFailure } from '../read-failure.ts'
import type { SheetBuilder } from '../sheet-builder.ts'
import {
  type BinaryRecord,
  futureHeader,
  nullableString,
  type StoredFormula,
  storedFormula,
  storedRange,
  storedRanges,
  wideString,
} from './records.ts'

const LAST_CELL_RECORD = 11
const RICH_TEXT_CELL = 62

/** Reads a binary worksheet part record by record. */
export class BinarySheetReader {
  /** Relationship ids of the sheet's tables, in order. */
  readonly tableIds: string[] = []
  private readonly builder: SheetBuilder
  private readonly scope: FormulaScope
  private readonly strings: readonly string[]
  private readonly styleCount: number
  private readonly cells: BinaryCells
  private row = -1
  private hasCellMetadata = false
  private hasEndedCells = false
  private filter: Range | undefined
  private readonly readers: Readonly<Record<number, (body: ByteReader) => void>>

  constructor(builder: SheetBuilder, scope: FormulaScope, strings: readonly string[], styleCount: number) {
    this.builder = builder
    this.scope = scope
    this.strings = strings
    this.styleCount = styleCount
    this.cells = new BinaryCells(builder, biff12Layout, scope)
    this.readers = {
      0: (body) => this.readRow(body),
      1: (body) => this.constant(body, () => null),
      2: (body) => this.constant(body, () => rkNumber(body.i32())),
      3: (body) => this.constant(body, () => this.error(body)),
      4: (body) => this.constant(body, () => body.u8() !== 0),
      5: (body) => this.constant(body, () => body.f64()),
      6: (body) => this.constant(body, () => wideString(body)),
      7: (body) => this.constant(body, () => this.strings[body.u32()] ?? null),
      8: (body) => this.formula(body, () => wideString(body)),
      9: (body) => this.formula(body, () => body.f64()),
      10: (body) => this.formula(body, () => body.u8() !== 0),
      11: (body) => this.formula(body, () => this.error(body)),
      49: () => {
        this.hasCellMetadata = true
      },
      60: (body) => this.readColumn(body),
      62: (body) => this.constant(body, () => richText(body)),
      64: (body) => this.readValidation(body),
      137: (body) => this.readView(body),
      146: () => {
        this.hasEndedCells = true
      },
      151: (body) => this.readPane(body),
      161: (body) => {
        this.filter = this.builder.inside(storedRange(body))
        this.builder.autoFilter = this.filter
      },
      163: () => {
        if (this.filter) this.builder.filter(this.filter)
      },
      176: (body) => this.builder.merge(storedRange(body)),
      426: (body) => this.readArray(body),
      427: (body) => this.readShared(body),
      428: (body) => this.readDataTable(body),
      485: (body) => this.readFormat(body),
      661: (body) => this.tableIds.push(wideString(body)),
      1053: (body) => this.readExtendedValidation(body),
    }
  }

  take({ type, body }: BinaryRecord): void {
    // Excel for Mac repeats a blank cell after the cells, as a fallback for other versions.
    if (this.hasEndedCells && (type <= LAST_CELL_RECORD || type === RICH_TEXT_CELL)) return
    this.readers[type]?.(body)
  }

  finish(): void {
    this.cells.finish()
  }

  private constant(body: ByteReader, value: () => Scalar): void {
    const { col, style } = this.cellHead(body)
    this.builder.constant(this.row, col, value(), style)
  }

  private formula(body: ByteReader, value: () => Scalar): void {
    const { col, style } = this.cellHead(body)
    const saved = value()
    body.skip(2)
    const { tokens, extra } = storedFormula(body)
    this.cells.formula({ row: this.row, col }, tokens, extra, saved, style)
  }

  private cellHead(body: ByteReader): { col: number; style: number } {
    const col = body.u32()
    const style = body.u32() & 0xffffff
    return { col, style: style < this.styleCount ? style : 0 }
  }

  private error(body: ByteReader): Scalar {
    const code = body.u8()
    const error = binaryError(code)
    if (!error) throw new ReadFailure('FILE_DAMAGED', { part: body.part, reason: `unknown error value ${code}` })
    return error
  }

  private readRow(body: ByteReader): void {
    this.row = body.u32()
    const style = body.u32()
    const height = body.u16() / 20
    body.skip(1)
    const flags = body.u8()
    this.builder.row(this.row, {
      height,
      isFitted: (flags & 0x20) === 0,
      hidden: (flags & 0x10) !== 0,
      style: flags & 0x40 && style < this.styleCount ? style : undefined,
    })
  }

  private readColumn(body: ByteReader): void {
    const [first, last, width, style] = [body.u32(), body.u32(), body.u32(), body.u32()]
    const flags = body.u16()
    if (first > last || last >= biff12Layout.cols) return
    this.builder.column({
      first,
      last,
      width: charactersOf(width / 256),
      hidden: (flags & 1) !== 0,
      style: style < this.styleCount ? style : 0,
    })
  }

  private readFormat(body: ByteReader): void {
    const width = body.u32()
    const base = body.u16()
    const height = body.u16()
    this.builder.defaultColumnWidth = width === 0xffffffff ? standardWidth(base) : charactersOf(width / 256)
    if (height > 0) this.builder.defaultRowHeight = height / 20
  }

  private readView(body: ByteReader): void {
    const flags = body.u16()
    this.builder.showGridLines = (flags & 4) !== 0
    this.builder.rightToLeft = (flags & 0x20) !== 0
  }

  private readPane(body: ByteReader): void {
    const [cols, rows] = [body.f64(), body.f64()]
    body.skip(12)
    if (body.u8() & 3) this.builder.frozen = { rows, cols }
  }

  private readShared(body: ByteReader): void {
    const range = storedRange(body)
    const { tokens, extra } = storedFormula(body)
    this.cells.share(range, tokens, extra)
  }

  /** Cell metadata on an array formula marks it as dynamic; no other cells have metadata. */
  private readArray(body: ByteReader): void {
    const range = storedRange(body)
    body.skip(1)
    const { tokens, extra } = storedFormula(body)
    this.cells.array(this.hasCellMetadata ? 'dynamic' : 'array', range, tokens, extra)
    this.hasCellMetadata = false
  }

  private readDataTable(body: ByteReader): void {
    const range = storedRange(body)
    const [firstRow, firstCol, secondRow, secondCol] = [body.u32(), body.u32(), body.u32(), body.u32()]
    const flags = body.u8()
    const first = flags & 4 ? undefined : { row: firstRow, col: firstCol }
    const second = flags & 8 ? undefined : { row: secondRow, col: secondCol }
    this.cells.dataTable(range, dataTableInputs((flags & 2) !== 0, (flags & 1) !== 0, first, second))
  }

  private readValidation(body: ByteReader): void {
    const flags = validationFlags(body.u32())
    const ranges = storedRanges(body)
    const texts = validationTexts(body)
    this.addValidation(flags, ranges, texts, [storedFormula(body), storedFormula(body)])
  }

  /**
   * A validation that refers to other sheets: its ranges and formulas come first, in the header that later versions of
   * Excel add.
   */
  private readExtendedValidation(body: ByteReader): void {
    const { ranges, formulas } = futureHeader(body)
    const flags = validationFlags(body.u32())
    this.addValidation(flags, ranges, validationTexts(body), formulas)
  }

  private addValidation(
    { isTypedList, ...flags }: ReturnType<typeof validationFlags>,
    ranges: readonly Range[],
    texts: ReturnType<typeof validationTexts>,
    [first, second]: readonly StoredFormula[],
  ): void {
    const formula1 = this.validationFormula(first, ranges[0])
    const validation: DataValidation = {
      ...flags,
      ...texts,
      ranges,
      items: isTypedList || flags.type === 'list' ? listItems(formula1) : undefined,
      formula1,
      formula2: this.validationFormula(second, ranges[0]),
    }
    this.builder.validation(validation)
  }

  private validationFormula(stored: StoredFormula | undefined, range: Range | undefined): string | undefined {
    if (!stored || stored.tokens.length === 0) return undefined
    const { tokens, extra } = stored
    const cell = { row: range?.top ?? 0, col: range?.left ?? 0 }
    const decoded = decodeFormula(tokens, extra, cell, biff12Layout, this.scope)
    if (decoded.kind === 'text') return decoded.text
    const reason = decoded.kind === 'unreadable' ? decoded.reason : 'it points to a cell'
    this.builder.note('VALIDATION_UNREADABLE', { reason }, cell)
    return undefined
  }
}

function validationTexts(body: ByteReader) {
  return {
    errorTitle: nullableString(body),
    errorMessage: nullableString(body),
    promptTitle: nullableString(body),
    promptMessage: nullableString(body),
  }
}

/** Text followed by format runs, which are ignored here. */
export function richText(body: ByteReader): string {
  body.skip(1)
  return wideString(body)
}
