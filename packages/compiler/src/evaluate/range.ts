import type { Area, Grid, Reference, Scalar } from '@sheetwright/runtime/values.ts'

/** The cells that ranges read from. */
export interface CellSource {
  read(sheet: number, row: number, col: number): Scalar
  usedRows(sheet: number): number
  usedCols(sheet: number): number
  isRowHidden(sheet: number, row: number): 'no' | 'manual' | 'filter'
  isSubtotal(sheet: number, row: number, col: number): boolean
  grid(area: Area): Grid
}

/** The cells of one area, computed on read. */
export class RangeGrid implements Grid {
  readonly rows: number
  readonly cols: number
  readonly usedRows: number
  readonly usedCols: number
  private readonly source: CellSource
  private readonly sheet: number
  private readonly top: number
  private readonly left: number

  constructor(source: CellSource, area: Area) {
    this.source = source
    this.sheet = area.sheet
    this.top = area.top
    this.left = area.left
    this.rows = area.bottom - area.top + 1
    this.cols = area.right - area.left + 1
    this.usedRows = Math.max(0, Math.min(this.rows, source.usedRows(area.sheet) - area.top))
    this.usedCols = Math.max(0, Math.min(this.cols, source.usedCols(area.sheet) - area.left))
  }

  at(row: number, col: number): Scalar {
    return this.source.read(this.sheet, this.top + row, this.left + col)
  }
}

export class RangeReference implements Reference {
  readonly kind = 'reference'
  readonly areas: readonly Area[]
  private readonly source: CellSource

  constructor(source: CellSource, areas: readonly Area[]) {
    this.source = source
    this.areas = areas
  }

  grid(area: number): Grid {
    return this.source.grid(this.areas[area] as Area)
  }

  isRowHidden(area: number, row: number): 'no' | 'manual' | 'filter' {
    const { sheet, top } = this.areas[area] as Area
    return this.source.isRowHidden(sheet, top + row)
  }

  isSubtotal(area: number, row: number, col: number): boolean {
    const { sheet, top, left } = this.areas[area] as Area
    return this.source.isSubtotal(sheet, top + row, left + col)
  }
}

export function boundingArea(a: Area, b: Area): Area {
  return {
    sheet: a.sheet,
    top: Math.min(a.top, b.top),
    left: Math.min(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
  }
}

export function commonArea(a: Area, b: Area): Area | undefined {
  if (a.sheet !== b.sheet) return undefined
  const top = Math.max(a.top, b.top)
  const left = Math.max(a.left, b.left)
  const bottom = Math.min(a.bottom, b.bottom)
  const right = Math.min(a.right, b.right)
  return top <= bottom && left <= right ? { sheet: a.sheet, top, left, bottom, right } : undefined
}
