import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { Cell } from '../model/cell.ts'

/** The state of a cell's value. */
export const UNTOUCHED = 0
export const READY = 1
export const COMPUTING = 2
/** Suspended until a cell it needs, deep down a chain, is computed. */
export const WAITING = 3

interface StoredColumn {
  readonly rows: Int32Array
  /** Id of the first cell; the others follow. */
  readonly base: number
}

interface StoredSheet {
  readonly columns: (StoredColumn | undefined)[]
  usedRows: number
  usedCols: number
}

/** Every cell of the workbook under its own id, with its value and state in flat arrays. */
export class CellStore {
  readonly values: Scalar[] = []
  readonly cells: Cell[] = []
  state: Uint8Array = new Uint8Array(0)
  private sheetOf: Int32Array = new Int32Array(0)
  private rowOf: Int32Array = new Int32Array(0)
  private colOf: Int32Array = new Int32Array(0)
  private readonly sheets: StoredSheet[] = []
  /** Cells that got a value since the last reset, each once. */
  private readonly set: number[] = []
  private isSet: Uint8Array = new Uint8Array(0)

  constructor(tables: readonly CellTable[]) {
    const total = tables.reduce((sum, table) => sum + table.size, 0)
    this.grow(total)
    for (const table of tables) this.addSheet(table)
  }

  /** Adds a sheet (for example of another workbook) and returns its index. */
  addSheet(table: CellTable): number {
    const sheet = this.sheets.length
    const stored: StoredSheet = { columns: [], usedRows: 0, usedCols: 0 }
    this.sheets.push(stored)
    if (this.values.length + table.size > this.state.length) this.grow(this.values.length + table.size)
    for (const col of table.columnNumbers()) {
      const column = table.column(col)
      if (!column) continue
      const base = this.values.length
      stored.columns[col] = { rows: column.rows, base }
      column.cells.forEach((cell, index) => {
        const id = base + index
        this.cells.push(cell)
        this.sheetOf[id] = sheet
        this.rowOf[id] = column.rows[index] as number
        this.colOf[id] = col
        if (cell.kind === 'constant') this.state[id] = READY
        this.values.push(cell.kind === 'constant' ? cell.value : null)
      })
      stored.usedCols = Math.max(stored.usedCols, col + 1)
      stored.usedRows = Math.max(stored.usedRows, (column.rows.at(-1) ?? -1) + 1)
    }
    return sheet
  }

  private grow(size: number): void {
    this.state = resized(Uint8Array, this.state, size)
    this.isSet = resized(Uint8Array, this.isSet, size)
    this.sheetOf = resized(Int32Array, this.sheetOf, size)
    this.rowOf = resized(Int32Array, this.rowOf, size)
    this.colOf = resized(Int32Array, this.colOf, size)
  }

  /** Id of the cell at a position, or -1. */
  find(sheet: number, row: number, col: number): number {
    const column = this.sheets[sheet]?.columns[col]
    if (!column) return -1
    const { rows, base } = column
    const first = rows[0]
    if (first === undefined || row < first) return -1
    if (rows[row - first] === row) return base + row - first
    let low = 0
    let high = rows.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = rows[middle] as number
      if (found === row) return base + middle
      if (found < row) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** Visits the formula cells of an area. */
  forEachFormula(area: Area, visit: (id: number) => void): void {
    const sheet = this.sheets[area.sheet]
    if (!sheet) return
    const right = Math.min(area.right, sheet.usedCols - 1)
    for (let col = area.left; col <= right; col++) {
      const column = sheet.columns[col]
      if (!column) continue
      for (let i = firstAtOrAfter(column.rows, area.top); i < column.rows.length; i++) {
        if ((column.rows[i] as number) > area.bottom) break
        if (this.cells[column.base + i]?.kind === 'formula') visit(column.base + i)
      }
    }
  }

  position(id: number): { sheet: number; row: number; col: number } {
    return { sheet: this.sheetOf[id] as number, row: this.rowOf[id] as number, col: this.colOf[id] as number }
  }

  usedRows(sheet: number): number {
    return this.sheets[sheet]?.usedRows ?? 0
  }

  usedCols(sheet: number): number {
    return this.sheets[sheet]?.usedCols ?? 0
  }

  /** Extends the used range for content outside the stored cells (a spill, an input). */
  extendUsed(sheet: number, rows: number, cols: number): void {
    const stored = this.sheets[sheet]
    if (!stored) return
    stored.usedRows = Math.max(stored.usedRows, rows)
    stored.usedCols = Math.max(stored.usedCols, cols)
  }

  /** Sets the known value of a cell. */
  put(id: number, value: Scalar): void {
    this.values[id] = value
    this.state[id] = READY
    if (this.isSet[id] === 1) return
    this.isSet[id] = 1
    this.set.push(id)
  }

  /** Restores every cell to the file's content: its constant, or a formula that is not computed yet. */
  reset(): void {
    for (const id of this.set) {
      const cell = this.cells[id] as Cell
      this.state[id] = cell.kind === 'constant' ? READY : UNTOUCHED
      this.values[id] = cell.kind === 'constant' ? cell.value : null
      this.isSet[id] = 0
    }
    this.set.length = 0
  }
}

function firstAtOrAfter(rows: Int32Array, row: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low
}

function resized<T extends Uint8Array | Int32Array>(type: new (length: number) => T, old: T, size: number): T {
  const array = new type(size)
  array.set(old)
  return array
}
