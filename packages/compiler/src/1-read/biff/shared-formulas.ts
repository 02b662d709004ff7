import type { Range } from '../../model/address.ts'
import type { CellPosition, Formula, NormalFormula, RegionFormula } from '../../model/cell.ts'
import {
  type DecodedFormula,
  decodeFormula,
  type FormulaLayout,
  type FormulaScope,
  type Reach,
} from './decode-formula.ts'

/** A formula that several cells share. All cells use one record unless it wraps around an edge of the sheet. */
class SharedFormula {
  private readonly tokens: Buffer
  private readonly extra: Buffer
  private base: { readonly formula: NormalFormula; readonly reach: Reach } | undefined

  constructor(tokens: Buffer, extra: Buffer) {
    this.tokens = Buffer.from(tokens)
    this.extra = Buffer.from(extra)
  }

  at(cell: CellPosition, layout: FormulaLayout, scope: FormulaScope): NormalFormula | DecodedFormula {
    if (this.base && isInside(cell, this.base.reach, layout)) return this.base.formula
    const decoded = decodeFormula(this.tokens, this.extra, cell, layout, scope)
    if (decoded.kind !== 'text') return decoded
    const formula: NormalFormula = { kind: 'normal', text: decoded.text, row: cell.row, col: cell.col }
    if (isInside(cell, decoded.reach, layout)) this.base = { formula, reach: decoded.reach }
    return formula
  }
}

/** The shared formulas, array formulas and data tables of one sheet, keyed by the cell that their members point to. */
export class SharedFormulas {
  private readonly byCell = new Map<number, SharedFormula | RegionFormula>()
  private readonly layout: FormulaLayout
  private readonly scope: FormulaScope

  constructor(layout: FormulaLayout, scope: FormulaScope) {
    this.layout = layout
    this.scope = scope
  }

  /** Members point to the range's first cell or to the cell that the record follows. */
  share(owner: CellPosition | undefined, range: Range, tokens: Buffer, extra: Buffer): void {
    this.register(owner, range, new SharedFormula(tokens, extra))
  }

  region(owner: CellPosition | undefined, region: RegionFormula): void {
    this.register(owner, region.range, region)
  }

  resolve(
    master: CellPosition,
    cell: CellPosition,
  ): Formula | { readonly kind: 'unreadable'; readonly reason: string } {
    const found = this.byCell.get(this.key(master.row, master.col))
    if (!found) return { kind: 'unreadable', reason: 'the formula it shares is missing' }
    if (!(found instanceof SharedFormula)) return found
    const formula = found.at(cell, this.layout, this.scope)
    if (formula.kind === 'normal' || formula.kind === 'unreadable') return formula
    return { kind: 'unreadable', reason: 'a shared formula that points to another' }
  }

  private register(owner: CellPosition | undefined, range: Range, formula: SharedFormula | RegionFormula): void {
    this.byCell.set(this.key(range.top, range.left), formula)
    if (owner) this.byCell.set(this.key(owner.row, owner.col), formula)
  }

  private key(row: number, col: number): number {
    return row * this.layout.cols + col
  }
}

function isInside(cell: CellPosition, reach: Reach, layout: FormulaLayout): boolean {
  return (
    cell.row - reach.up >= 0 &&
    cell.row + reach.down < layout.rows &&
    cell.col - reach.left >= 0 &&
    cell.col + reach.right < layout.cols
  )
}
