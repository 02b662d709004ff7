import type { Area } from '@sheetwright/runtime/values.ts'

export interface CellPlace {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** A set of single cells with lookup by area. */
export class PlaceIndex {
  private readonly columns = new Map<number, number[]>()
  private readonly extents = new Map<number, { bottom: number; right: number }>()

  constructor(places: readonly CellPlace[]) {
    for (const { sheet, row, col } of places) {
      const rows = this.columns.get(sheet * 16_384 + col)
      if (rows) rows.push(row)
      else this.columns.set(sheet * 16_384 + col, [row])
      const extent = this.extents.get(sheet) ?? { bottom: -1, right: -1 }
      this.extents.set(sheet, { bottom: Math.max(extent.bottom, row), right: Math.max(extent.right, col) })
    }
    for (const rows of this.columns.values()) rows.sort((a, b) => a - b)
  }

  /** Last row and column of a sheet with a cell in the set; -1 if there is none. */
  extent(sheet: number): { bottom: number; right: number } {
    return this.extents.get(sheet) ?? { bottom: -1, right: -1 }
  }

  has(sheet: number, row: number, col: number): boolean {
    return this.columnMeets(sheet, col, row, row)
  }

  meets(area: Area): boolean {
    const last = Math.min(area.right, this.extent(area.sheet).right)
    for (let col = area.left; col <= last; col++) {
      if (this.columnMeets(area.sheet, col, area.top, area.bottom)) return true
    }
    return false
  }

  private columnMeets(sheet: number, col: number, top: number, bottom: number): boolean {
    const rows = this.columns.get(sheet * 16_384 + col)
    if (!rows) return false
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rows[middle] as number) < top) low = middle + 1
      else high = middle
    }
    return low < rows.length && (rows[low] as number) <= bottom
  }
}
