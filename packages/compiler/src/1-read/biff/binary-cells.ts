import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from '../../model/address.ts'
import type { CellPosition, DataTableFormula, RegionFormula } from '../../model/cell.ts'
import type { SheetBuilder } from '../sheet-builder.ts'
import { decodeFormula, type FormulaLayout, type FormulaScope } from './decode-formula.ts'
import { SharedFormulas } from './shared-formulas.ts'

/**
 * Collects the cells of one sheet of a binary file. Cells of shared formulas wait until all shared formulas are known.
 */
export class BinaryCells {
  private readonly builder: SheetBuilder
  private readonly layout: FormulaLayout
  private readonly scope: FormulaScope
  private readonly shared: SharedFormulas
  private readonly waiting: { cell: CellPosition; master: CellPosition; saved: Scalar | undefined; style: number }[] =
    []
  private last: CellPosition | undefined

  constructor(builder: SheetBuilder, layout: FormulaLayout, scope: FormulaScope) {
    this.builder = builder
    this.layout = layout
    this.scope = scope
    this.shared = new SharedFormulas(layout, scope)
  }

  formula(cell: CellPosition, tokens: Buffer, extra: Buffer, saved: Scalar | undefined, style: number): void {
    this.last = cell
    const decoded = decodeFormula(tokens, extra, cell, this.layout, this.scope)
    if (decoded.kind === 'master') this.waiting.push({ cell, master: decoded.cell, saved, style })
    else if (decoded.kind === 'unreadable') this.unreadable(cell, decoded.reason, saved, style)
    else this.builder.formula(cell.row, cell.col, { kind: 'normal', text: decoded.text, ...cell }, saved, style)
  }

  /** Sets the cell that the following formula records belong to, for files that store the value after them. */
  locate(cell: CellPosition): void {
    this.last = cell
  }

  /** Shared formula text; follows the first cell that uses it. */
  share(range: Range, tokens: Buffer, extra: Buffer): void {
    this.shared.share(this.last, range, tokens, extra)
  }

  array(kind: 'array' | 'dynamic', stored: Range, tokens: Buffer, extra: Buffer): void {
    const range = this.builder.inside(stored)
    if (!range) return
    const cell = { row: range.top, col: range.left }
    const decoded = decodeFormula(tokens, extra, cell, this.layout, this.scope)
    const text = decoded.kind === 'text' ? decoded.text : ''
    if (decoded.kind !== 'text') {
      const reason = decoded.kind === 'unreadable' ? decoded.reason : 'an array formula that points to another'
      this.builder.note('FORMULA_UNREADABLE', { reason }, cell)
    }
    this.region({ kind, text, ...cell, range })
  }

  dataTable(stored: Range, inputs: DataTableFormula['inputs']): void {
    const range = this.builder.inside(stored)
    if (range) this.region({ kind: 'dataTable', range, inputs })
  }

  finish(): void {
    for (const { cell, master, saved, style } of this.waiting) {
      const formula = this.shared.resolve(master, cell)
      if (formula.kind === 'unreadable') this.unreadable(cell, formula.reason, saved, style)
      else this.builder.formula(cell.row, cell.col, formula, saved, style)
    }
  }

  private region(region: RegionFormula): void {
    this.builder.region(region)
    this.shared.region(this.last, region)
  }

  /** The formula text is empty: the cell stays a formula cell, which cannot be computed. */
  private unreadable(cell: CellPosition, reason: string, saved: Scalar | undefined, style: number): void {
    this.builder.note('FORMULA_UNREADABLE', { reason }, cell)
    this.builder.formula(cell.row, cell.col, { kind: 'normal', text: '', ...cell }, saved, style)
  }
}
