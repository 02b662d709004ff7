import type { Cell } from './workbook.ts'

/**
 * The cells of one sheet, column by column: in each column the rows ascend and the cells lie beside them.
 * A filled column costs two array slots a cell, and a gap costs nothing.
 */
export class CellTable {
  readonly size: number
  private readonly columns: ReadonlyMap<number, CellColumn>

  constructor(columns: ReadonlyMap<number, CellColumn>) {
    this.columns = columns
    this.size = columns.values().reduce((sum, column) => sum + column.cells.length, 0)
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

/** Collects cells in any order. A position given twice keeps the last cell, as Excel does. */
export class CellTableBuilder {
  private readonly columns = new Map<number, { rows: number[]; cells: Cell[]; sorted: boolean }>()
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

  build(): CellTable {
    const columns = new Map<number, CellColumn>()
    for (const col of [...this.columns.keys()].toSorted((a, b) => a - b)) {
      const column = this.columns.get(col)
      if (column) columns.set(col, column.sorted ? packed(column) : packed(sortedWithoutDuplicates(column)))
    }
    return new CellTable(columns)
  }
}

function packed(column: { rows: readonly number[]; cells: readonly Cell[] }): CellColumn {
  return { rows: Int32Array.from(column.rows), cells: column.cells }
}

function sortedWithoutDuplicates(column: { rows: readonly number[]; cells: readonly Cell[] }) {
  const order = column.rows.map((_, index) => index)
  order.sort((a, b) => (column.rows[a] as number) - (column.rows[b] as number) || a - b)
  const kept = order.filter((index, i) => {
    const next = order[i + 1]
    return next === undefined || column.rows[next] !== column.rows[index]
  })
  return { rows: kept.map((i) => column.rows[i] as number), cells: kept.map((i) => column.cells[i] as Cell) }
}

/** Index of the first row that is not less than `row`. Filled columns answer at once, gaps need a binary search. */
function firstAtOrAfter(rows: Int32Array, row: number): number {
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
