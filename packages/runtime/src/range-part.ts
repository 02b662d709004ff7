import type { Area, Grid, Reference, Scalar } from './values.ts'

/**
 * A reference to one cell of a range that is visited cell by cell. Thousands of them are made at a time: everything
 * except the cell's value is computed only on request.
 */
export class SingleCell implements Reference {
  readonly kind = 'reference'
  private readonly range: Reference
  private readonly cells: Grid
  private readonly row: number
  private readonly col: number

  /** A cell by its position in a range of one area. */
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
    return new PartGrid(this.cells, this.row, this.col, 1, 1)
  }

  isRowHidden(): 'no' | 'manual' | 'filter' {
    return this.range.isRowHidden(0, this.row)
  }

  isSubtotal(): boolean {
    return this.range.isSubtotal(0, this.row, this.col)
  }
}

/** The cells of a part of a range, read through the range. */
class PartGrid implements Grid {
  readonly rows: number
  readonly cols: number
  readonly usedRows: number
  readonly usedCols: number
  private readonly cells: Grid
  private readonly top: number
  private readonly left: number

  constructor(cells: Grid, top: number, left: number, rows: number, cols: number) {
    this.cells = cells
    this.top = top
    this.left = left
    this.rows = rows
    this.cols = cols
    this.usedRows = Math.max(0, Math.min(rows, cells.usedRows - top))
    this.usedCols = Math.max(0, Math.min(cols, cells.usedCols - left))
  }

  at(row: number, col: number): Scalar {
    return this.cells.at(this.top + row, this.left + col)
  }
}

/** A row, a column or any other part of a range of one area. */
export class RangePart implements Reference {
  readonly kind = 'reference'
  private readonly range: Reference
  private readonly top: number
  private readonly left: number
  private readonly part: Grid

  constructor(range: Reference, cells: Grid, top: number, left: number, rows: number, cols: number) {
    this.range = range
    this.top = top
    this.left = left
    this.part = new PartGrid(cells, top, left, rows, cols)
  }

  get areas(): readonly Area[] {
    const [area] = this.range.areas
    if (!area) return []
    const top = area.top + this.top
    const left = area.left + this.left
    const { rows, cols } = this.part
    return [{ sheet: area.sheet, top, left, bottom: top + rows - 1, right: left + cols - 1 }]
  }

  grid(): Grid {
    return this.part
  }

  isRowHidden(_area: number, row: number): 'no' | 'manual' | 'filter' {
    return this.range.isRowHidden(0, this.top + row)
  }

  isSubtotal(_area: number, row: number, col: number): boolean {
    return this.range.isSubtotal(0, this.top + row, this.left + col)
  }
}
