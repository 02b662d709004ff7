import { spilledMember, uncomputableArray } from '@sheetwright/runtime/spilled-member.ts'
import { type Area, type ExcelError, errors, Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { ArrayFormula, DynamicFormula } from '../model/cell.ts'
import type { CellStore } from './cell-store.ts'
import type { Position } from './dependencies.ts'
import { ARRAY, type FormulaMachine, matrixOf } from './formula-machine.ts'
import { filled } from './filled.ts'
import type { InputCells } from './input-cells.ts'
import { PositionMap } from './position-map.ts'

export type RegionFormula = ArrayFormula | DynamicFormula

interface Region {
  status: 'todo' | 'computing' | 'ready'
  matrix: Matrix
}

/** Regions that were set aside, to be restored. */
export type Forgotten = Map<RegionFormula, Region | undefined>

/** The results of array formulas and the cells they cover. */
export class Spills {
  private readonly bound: BoundWorkbook
  private readonly store: CellStore
  private readonly inputs: InputCells
  private readonly machine: FormulaMachine
  /** The value of a cell that depends on itself. */
  private readonly circular: (id: number) => Scalar
  private readonly regions = new Map<RegionFormula, Region>()
  /** Positions without their own formula that a dynamic array has grown into since the file was saved. */
  private readonly grownInto: PositionMap<DynamicFormula>
  /** The extent of dynamic arrays that have grown since the file was saved. */
  private readonly reach = new Map<
    DynamicFormula,
    { readonly sheet: number; readonly rows: number; readonly cols: number }
  >()
  /** Arrays have grown into cells that may have been read as blank. */
  hasGrown = false

  constructor(
    bound: BoundWorkbook,
    store: CellStore,
    inputs: InputCells,
    machine: FormulaMachine,
    circular: (id: number) => Scalar,
  ) {
    this.bound = bound
    this.store = store
    this.inputs = inputs
    this.machine = machine
    this.circular = circular
    this.grownInto = new PositionMap(bound.workbook.grid)
  }

  get hasGrownCells(): boolean {
    return this.grownInto.size > 0
  }

  /** The array that has grown into a cell since the file was saved. */
  grownAt(sheet: number, row: number, col: number): DynamicFormula | undefined {
    return this.grownInto.get(sheet, row, col)
  }

  /** The cells that arrays have grown into since the file was saved. */
  *grownCells(): Generator<Position> {
    for (const formula of new Set(this.grownInto.values())) {
      const { sheet } = this.reach.get(formula) ?? {}
      const matrix = this.regions.get(formula)?.matrix
      if (sheet === undefined || !matrix) continue
      for (let row = formula.row; row < formula.row + matrix.rows; row++) {
        for (let col = formula.col; col < formula.col + matrix.cols; col++) {
          if (this.grownInto.get(sheet, row, col) === formula) yield { sheet, row, col }
        }
      }
    }
  }

  /** The result of an array formula, if it is already computed. */
  matrix(formula: RegionFormula): Matrix | undefined {
    return this.regions.get(formula)?.matrix
  }

  /** The cells that an array formula covers, once its own cell was read. */
  area(formula: RegionFormula, sheet: number): Area | ExcelError {
    const { row, col } = formula
    const matrix = formula.kind === 'array' ? undefined : this.matrix(formula)
    // An anchor with a given value keeps its saved extent.
    if (!matrix) return { sheet, ...formula.range }
    const failed = uncomputableArray(matrix)
    if (failed) return failed
    return { sheet, top: row, left: col, bottom: row + matrix.rows - 1, right: col + matrix.cols - 1 }
  }

  /** The element of an array formula's result that a cell shows. */
  value(formula: RegionFormula, sheet: number, row: number, col: number): Scalar {
    return memberOf(formula, this.region(formula, sheet), row, col)
  }

  /** The element that a grown array puts into a cell, once the array's own cell was read. */
  grownValue(formula: DynamicFormula, row: number, col: number): Scalar {
    const matrix = this.matrix(formula)
    return matrix ? memberOf(formula, matrix, row, col) : null
  }

  /** Accepts the new extents: everything is computed again with them. */
  acceptGrowth(): void {
    const { store } = this
    for (const [formula, { sheet, rows, cols }] of this.reach) {
      for (let row = formula.row; row < formula.row + rows; row++) {
        for (let col = formula.col; col < formula.col + cols; col++) {
          const id = store.find(sheet, row, col)
          if (id < 0 || store.cells[id]?.kind === 'constant') this.grownInto.set(sheet, row, col, formula)
        }
      }
      store.extendUsed(sheet, formula.row + rows, formula.col + cols)
    }
    this.hasGrown = false
  }

  /** Discards the result of the array formula in a cell, if any, so that it is computed again. */
  forget(id: number): void {
    const formula = regionFormula(this.store, id)
    if (formula) this.regions.delete(formula)
  }

  forgetAll(): void {
    this.regions.clear()
  }

  /** Sets aside the results of the array formulas in these cells, except for those being computed. */
  putAway(ids: readonly number[]): Forgotten {
    const forgotten: Forgotten = new Map()
    for (const id of ids) {
      const formula = regionFormula(this.store, id)
      if (!formula) continue
      const region = this.regions.get(formula)
      if (forgotten.has(formula) || region?.status === 'computing') continue
      forgotten.set(formula, region)
      this.regions.delete(formula)
    }
    return forgotten
  }

  putBack(forgotten: Forgotten): void {
    for (const [formula, region] of forgotten) {
      if (region) this.regions.set(formula, region)
      else this.regions.delete(formula)
    }
  }

  private region(formula: RegionFormula, sheet: number): Matrix {
    const { machine } = this
    let region = this.regions.get(formula)
    if (!region) this.regions.set(formula, (region = { status: 'todo', matrix: new Matrix(1, 1, [null]) }))
    if (region.status === 'ready') return region.matrix
    const anchor = this.store.find(sheet, formula.row, formula.col)
    if (region.status === 'computing') return new Matrix(1, 1, [this.circular(anchor)])
    const before = machine.home
    region.status = 'computing'
    try {
      machine.home = { sheet, row: formula.row, col: formula.col, saved: before.saved }
      const result = matrixOf(machine.result(this.bound.formula(formula, sheet, formula.row, formula.col), ARRAY))
      region.matrix = formula.kind === 'dynamic' ? this.spilled(formula, sheet, result) : result
      region.status = 'ready'
    } finally {
      if (region.status !== 'ready') region.status = 'todo'
      machine.home = before
    }
    return region.matrix
  }

  /** The array on the sheet: #SPILL! if a cell is in its way or the sheet ends. */
  private spilled(formula: DynamicFormula, sheet: number, matrix: Matrix): Matrix {
    const { row, col } = formula
    if (matrix.rows === 1 && matrix.cols === 1) return matrix
    if (this.isBlocked(formula, sheet, row + matrix.rows - 1, col + matrix.cols - 1)) {
      return new Matrix(1, 1, [errors.spill])
    }
    const known = this.reach.get(formula)
    const rows = Math.max(known?.rows ?? 0, formula.range.bottom - row + 1)
    const cols = Math.max(known?.cols ?? 0, formula.range.right - col + 1)
    if (matrix.rows > rows || matrix.cols > cols) {
      this.hasGrown = true
      this.reach.set(formula, { sheet, rows: Math.max(rows, matrix.rows), cols: Math.max(cols, matrix.cols) })
    }
    return matrix
  }

  private isBlocked(formula: DynamicFormula, sheet: number, bottom: number, right: number): boolean {
    const { grid, sheets } = this.bound.workbook
    const { row, col } = formula
    if (bottom >= grid.rows || right >= grid.cols) return true
    if (
      sheets[sheet]?.merges.some(
        (merge) => merge.top <= bottom && merge.bottom >= row && merge.left <= right && merge.right >= col,
      )
    ) {
      return true
    }
    for (let r = row; r <= bottom; r++) {
      for (let c = col; c <= right; c++) {
        if ((r !== row || c !== col) && this.isTaken(formula, sheet, r, c)) return true
      }
    }
    return false
  }

  private isTaken(formula: DynamicFormula, sheet: number, row: number, col: number): boolean {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.inputs.get(sheet, row, col)?.value != null
    const cell = this.store.cells[id]
    if (cell?.kind !== 'formula') return this.store.values[id] !== null
    if (cell.formula === formula) return false
    // The saved extent of another dynamic array does not tell its current one.
    return cell.formula.kind !== 'dynamic' || (cell.formula.row === row && cell.formula.col === col)
  }
}

/** The array formula of which a cell shows an element. */
export function regionFormula(store: CellStore, id: number): RegionFormula | undefined {
  const cell = store.cells[id]
  if (cell?.kind !== 'formula') return undefined
  return cell.formula.kind === 'array' || cell.formula.kind === 'dynamic' ? cell.formula : undefined
}

/**
 * Element of an array formula's result. In a fixed range a single row or column repeats, and cells outside the result
 * are #N/A.
 */
function memberOf(formula: RegionFormula, matrix: Matrix, row: number, col: number): Scalar {
  const down = row - formula.row
  const across = col - formula.col
  if (formula.kind === 'dynamic') return spilledMember(matrix, down, across)
  const r = matrix.rows === 1 ? 0 : down
  const c = matrix.cols === 1 ? 0 : across
  return r < matrix.rows && c < matrix.cols ? filled(matrix.at(r, c)) : errors.na
}
