import type { Workbook } from '../model/workbook.ts'

/** A map by position in a workbook, with or without a cell in the file. */
export class PositionMap<T> {
  private readonly entries = new Map<number, T>()
  private readonly grid: Workbook['grid']

  constructor(grid: Workbook['grid']) {
    this.grid = grid
  }

  get size(): number {
    return this.entries.size
  }

  get(sheet: number, row: number, col: number): T | undefined {
    return this.entries.get(this.key(sheet, row, col))
  }

  set(sheet: number, row: number, col: number, entry: T): void {
    this.entries.set(this.key(sheet, row, col), entry)
  }

  delete(sheet: number, row: number, col: number): void {
    this.entries.delete(this.key(sheet, row, col))
  }

  values(): Iterable<T> {
    return this.entries.values()
  }

  private key(sheet: number, row: number, col: number): number {
    return (sheet * this.grid.rows + row) * this.grid.cols + col
  }
}
