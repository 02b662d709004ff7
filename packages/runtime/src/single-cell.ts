import type { Area, Grid, Reference, Scalar } from './values.ts'

/**
 * A reference to one cell of a range that is gone through cell by cell. Thousands of them are made in a moment: what a reference
 * has beside the cell's value is worked out only when somebody asks.
 */
export class SingleCell implements Reference {
  readonly kind = 'reference'
  private readonly range: Reference
  private readonly cells: Grid
  private readonly row: number
  private readonly col: number

  /** A cell by its place in a range of one area. */
  constructor(range: Reference, cells: Grid, row: number, col: number) {
    this.range = range
    this.cells = cells
    this.row = row
    this.col = col
  }

  value(): Scalar {
    return this.cells.at(this.row, this.col)
  }

  get areas(): readonly Area[] {
    const [area] = this.range.areas
    if (!area) return []
    const top = area.top + this.row
    const left = area.left + this.col
    return [{ sheet: area.sheet, top, left, bottom: top, right: left }]
  }

  grid(): Grid {
    const { cells, row, col } = this
    return {
      rows: 1,
      cols: 1,
      usedRows: row < cells.usedRows ? 1 : 0,
      usedCols: col < cells.usedCols ? 1 : 0,
      at: () => cells.at(row, col),
    }
  }

  isRowHidden(): 'no' | 'manual' | 'filter' {
    return this.range.isRowHidden(0, this.row)
  }

  isSubtotal(): boolean {
    return this.range.isSubtotal(0, this.row, this.col)
  }
}
