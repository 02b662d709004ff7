import type { Range } from './address.ts'
import type { Cell } from './cell.ts'

/**
 * The cells of one sheet by column: each column stores ascending rows and a parallel array of cells. A filled column
 * costs two array slots per cell, and a gap costs nothing.
 */
export class CellTable {
  readonly size: number
  private readonly columns: ReadonlyMap<number, CellColumn>

  constructor(columns: ReadonlyMap<number, CellColumn>) {
    this.columns = columns
    this.size = [...columns.values()].reduce((sum, column) => sum + column.cells.length, 0)
  }

  get(row: number, col: number): Cell | undefined {
    const column = this.columns.get(col)
    if (!column) return undefined
    const index = firstAtOrAfter(column.rows, row)
    return column.rows[index] === row ? column.cells[index] : undefined
  }

  /** The columns that hold cells, ascending. */
  columnNumbers(): number[] {
    return [...this.columns.keys()]
  }

  column(col: number): CellColumn | undefined {
    return this.columns.get(col)
  }

  /** Visits the cells of one column between two rows (both included), from the top. */
  forEachInColumn(col: number, top: number, bottom: number, visit: (row: number, cell: Cell) => void): void {
    const column = this.columns.get(col)
    if (!column) return
    const { rows, cells } = column
    for (let i = firstAtOrAfter(rows, top); i < cells.length; i++) {
      const row = rows[i] as number
      if (row > bottom) return
      visit(row, cells[i] as Cell)
    }
  }

  /** Smallest rectangle around all cells. */
  bounds(): Range | undefined {
    if (this.size === 0) return undefined
    let [top, bottom, left, right] = [Number.POSITIVE_INFINITY, -1, Number.POSITIVE_INFINITY, -1]
    for (const [col, { rows }] of this.columns) {
      top = Math.min(top, rows[0] ?? top)
      bottom = Math.max(bottom, rows.at(-1) ?? bottom)
      left = Math.min(left, col)
      right = Math.max(right, col)
    }
    return { top, left, bottom, right }
  }

  /** Visits all cells, column by column. */
  forEach(visit: (row: number, col: number, cell: Cell) => void): void {
    for (const [col, { rows, cells }] of this.columns) {
      for (let i = 0; i < cells.length; i++) visit(rows[i] as number, col, cells[i] as Cell)
    }
  }
}

export interface CellColumn {
  /** Ascending; as long as `cells`. */
  readonly rows: Int32Array
  readonly cells: readonly Cell[]
}

interface GrowingColumn {
  rows: number[]
  cells: Cell[]
  sorted: boolean
}

/** Collects cells in any order. A duplicate position keeps the last cell, as in Excel. */
export class CellTableBuilder {
  private readonly columns = new Map<number, GrowingColumn>()
  private count = 0

  get size(): number {
    return this.count
  }

  set(row: number, col: number, cell: Cell): void {
    let column = this.columns.get(col)
    if (!column) {
      column = { rows: [], cells: [], sorted: true }
      this.columns.set(col, column)
    }
    const last = column.rows.at(-1)
    if (last !== undefined && last >= row) column.sorted = false
    column.rows.push(row)
    column.cells.push(cell)
    this.count++
  }

  /** Calls `replace` for every cell in the range. */
  update(range: Range, replace: (cell: Cell, row: number, col: number) => Cell): void {
    const width = range.right - range.left + 1
    const columns =
      width < this.columns.size ? Array.from({ length: width }, (_, i) => range.left + i) : this.columns.keys()
    for (const col of columns) {
      const column = this.columns.get(col)
      if (!column || col < range.left || col > range.right) continue
      sortColumn(column)
      for (let i = firstAtOrAfter(column.rows, range.top); i < column.cells.length; i++) {
        const row = column.rows[i] as number
        if (row > range.bottom) break
        column.cells[i] = replace(column.cells[i] as Cell, row, col)
      }
    }
  }

  build(): CellTable {
    const columns = new Map<number, CellColumn>()
    for (const [col, column] of [...this.columns].toSorted(([a], [b]) => a - b)) {
      sortColumn(column)
      columns.set(col, { rows: Int32Array.from(column.rows), cells: column.cells })
    }
    return new CellTable(columns)
  }
}

function sortColumn(column: GrowingColumn): void {
  if (column.sorted) return
  const { rows, cells } = column
  const order = rows.map((_, index) => index).sort((a, b) => (rows[a] as number) - (rows[b] as number) || a - b)
  const kept = order.filter((index, i) => {
    const next = order[i + 1]
    return next === undefined || rows[next] !== rows[index]
  })
  column.rows = kept.map((index) => rows[index] as number)
  column.cells = kept.map((index) => cells[index] as Cell)
  column.sorted = true
}

/** Index of the first row that is not less than `row`. Constant time in filled columns, a binary search across gaps. */
function firstAtOrAfter(rows: ArrayLike<number>, row: number): number {
  const first = rows[0]
  if (first === undefined || row <= first) return 0
  const guess = row - first
  if (rows[guess] === row) return guess
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low
}
