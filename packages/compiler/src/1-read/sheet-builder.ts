import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { DiagnosticCode, DiagnosticData } from '../diagnostics/codes.ts'
import { cellName, type Range, rangeName } from '../model/address.ts'
import { CellTableBuilder } from '../model/cell-table.ts'
import type { CellPosition, ConstantCell, Formula, RegionFormula } from '../model/cell.ts'
import type { ColumnInfo, DataValidation, RowInfo, Sheet } from '../model/workbook.ts'
import type { FarSheet } from './far-store.ts'
import type { ReadContext } from './read-context.ts'
import { ReadFailure } from './read-failure.ts'

interface StoredRow {
  /** In points. */
  readonly height: number | undefined
  /** Excel fitted the height to the content; otherwise somebody set it. */
  readonly isFitted: boolean
  readonly hidden: boolean
  readonly style: number | undefined
}

/** A row of more than one line is higher than the default by this factor. */
const HIGHER = 1.4

/** Builds one sheet from any format and derives what no format stores directly. */
export class SheetBuilder {
  readonly name: string
  private readonly kind: Sheet['kind']
  private readonly visibility: Sheet['visibility']
  private readonly grid: { readonly rows: number; readonly cols: number }
  private readonly context: ReadContext
  private readonly far: FarSheet | undefined
  private readonly cells = new CellTableBuilder()
  private readonly blanks = new Map<number, ConstantCell>()
  private readonly regions: RegionFormula[] = []
  private readonly merges: Range[] = []
  private readonly columns: ColumnInfo[] = []
  private readonly rows = new Map<number, Omit<StoredRow, 'isFitted'>>()
  private readonly validations: DataValidation[] = []
  private readonly filters: Range[] = []
  defaultColumnWidth = 8.43
  defaultRowHeight = 15
  showGridLines = true
  rightToLeft = false
  textIsZero = false
  frozen: Sheet['frozen']
  autoFilter: Range | undefined

  constructor(
    context: ReadContext,
    sheet: { name: string; kind: Sheet['kind']; visibility: Sheet['visibility'] },
    grid: { rows: number; cols: number },
  ) {
    this.context = context
    this.name = sheet.name
    this.kind = sheet.kind
    this.visibility = sheet.visibility
    this.grid = grid
    this.far = context.far?.sheet(sheet.name)
  }

  constant(row: number, col: number, value: Scalar, style: number): void {
    if (!this.admit(row, col) || this.far?.take(row, col, value)) return
    this.cells.set(row, col, value === null ? this.blank(style) : { kind: 'constant', value, style })
  }

  formula(row: number, col: number, formula: Formula, saved: Scalar | undefined, style: number): void {
    if (!this.admit(row, col) || this.far?.take(row, col, saved ?? null)) return
    this.cells.set(row, col, { kind: 'formula', formula, saved, style })
  }

  /** Declares an array formula or data table; cells inside its range become its members when the sheet is complete. */
  region(region: RegionFormula): void {
    this.regions.push(region)
    this.guard(this.regions.length)
  }

  /** A stored range clipped to the sheet; undefined if nothing is left of it. */
  inside(range: Range): Range | undefined {
    const bottom = Math.min(range.bottom, this.grid.rows - 1)
    const right = Math.min(range.right, this.grid.cols - 1)
    return range.top <= bottom && range.left <= right ? { top: range.top, left: range.left, bottom, right } : undefined
  }

  merge(stored: Range): void {
    const range = this.inside(stored)
    if (!range) return
    this.merges.push(range)
    this.guard(this.merges.length)
  }

  column(column: ColumnInfo): void {
    this.columns.push(column)
    this.guard(this.columns.length)
  }

  /** Of fitted heights, only those of several lines are kept: files store the usual one with every row. */
  row(row: number, { isFitted, ...stored }: StoredRow): void {
    if (row < 0 || row >= this.grid.rows) return
    const isLine = isFitted && (stored.height ?? 0) < this.defaultRowHeight * HIGHER
    const info = isLine ? { ...stored, height: undefined } : stored
    if (info.height === undefined && !info.hidden && info.style === undefined) return
    this.rows.set(row, info)
    this.guard(this.rows.size)
  }

  validation(stored: DataValidation): void {
    const ranges = stored.ranges.map((range) => this.inside(range)).filter((range) => range !== undefined)
    if (ranges.length === 0) return
    this.validations.push({ ...stored, ranges })
    this.guard(this.validations.length)
  }

  /** Marks the rows below the heading of an active filter: the filter hid the hidden ones. */
  filter(range: Range): void {
    this.filters.push(range)
  }

  note<Code extends DiagnosticCode>(code: Code, data: DiagnosticData[Code], cell?: CellPosition): void {
    this.context.diagnostics.add(code, data, {
      sheet: this.name,
      cell: cell ? cellName(cell.row, cell.col) : undefined,
    })
  }

  build(): Sheet {
    this.claimMembers()
    const cells = this.cells.build()
    return {
      name: this.name,
      kind: this.kind,
      visibility: this.visibility,
      cells,
      used: cells.bounds(),
      regions: this.regions,
      merges: this.merges,
      columns: this.columns,
      rows: new Map(this.rows.entries().map(([row, info]) => [row, this.finishedRow(row, info)])),
      defaultColumnWidth: this.defaultColumnWidth,
      defaultRowHeight: this.defaultRowHeight,
      autoFilter: this.autoFilter,
      validations: this.validations,
      showGridLines: this.showGridLines,
      rightToLeft: this.rightToLeft,
      textIsZero: this.textIsZero,
      frozen: this.frozen,
    }
  }

  private admit(row: number, col: number): boolean {
    if (row < 0 || col < 0 || row >= this.grid.rows || col >= this.grid.cols) {
      this.note('CELL_OUTSIDE_GRID', { reference: cellName(row, col) })
      return false
    }
    this.context.budget.take()
    return true
  }

  private guard(count: number): void {
    const limit = this.context.limits.sheetItems
    if (count > limit) throw new ReadFailure('TOO_MUCH', { what: `items on sheet "${this.name}"`, limit })
  }

  /** Blank cells differ only by style, so they share one record per style. */
  private blank(style: number): ConstantCell {
    let cell = this.blanks.get(style)
    if (!cell) {
      cell = { kind: 'constant', value: null, style }
      this.blanks.set(style, cell)
    }
    return cell
  }

  private finishedRow(row: number, info: Omit<StoredRow, 'isFitted'>) {
    const filtered = info.hidden && this.filters.some(({ top, bottom }) => row > top && row <= bottom)
    const hidden: RowInfo['hidden'] = filtered ? 'filter' : info.hidden ? 'manual' : 'no'
    return { height: info.height, hidden, style: info.style }
  }

  /**
   * Files store the formula in the first cell only and the others as plain values. Regions cannot overlap in Excel, so
   * visiting more cells than exist means a hostile file.
   */
  private claimMembers(): void {
    let visits = 2 * this.cells.size + 1000
    for (const region of this.regions) {
      const { range } = region
      if (range.top === range.bottom && range.left === range.right) continue
      let overlapped: Formula | undefined
      this.cells.update(range, (cell, row, col) => {
        if (--visits < 0) throw new ReadFailure('TOO_MUCH', { what: 'overlapping array formulas', limit: 0 })
        if (cell.kind === 'constant') {
          const saved: Scalar | undefined = cell.value ?? undefined
          return { kind: 'formula', formula: region, saved, style: cell.style }
        }
        if (cell.formula !== region && !(row === range.top && col === range.left)) overlapped = cell.formula
        return cell
      })
      if (overlapped) this.note('CELL_MEMBERS_OVERLAP', { first: formulaPlace(overlapped), second: rangeName(range) })
    }
  }
}

function formulaPlace(formula: Formula): string {
  return formula.kind === 'normal' ? cellName(formula.row, formula.col) : rangeName(formula.range)
}
