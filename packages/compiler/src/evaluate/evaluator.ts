import { isGrid, readCells } from '@sheetwright/runtime/cells.ts'
import { roundAsDisplayed } from '@sheetwright/runtime/formats/as-displayed.ts'
import type { CallContext } from '@sheetwright/runtime/functions/definition.ts'
import { intersected } from '@sheetwright/runtime/invoke.ts'
import { spilledMember, uncomputableArray } from '@sheetwright/runtime/spilled-member.ts'
import {
  type Area,
  ExcelError,
  errors,
  type Grid,
  isLambda,
  isReference,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { cellName, type Range } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { ArrayFormula, Cell, CellPosition, DataTableFormula, DynamicFormula, FormulaCell } from '../model/cell.ts'
import { CellStore, COMPUTING, READY, UNTOUCHED, WAITING } from './cell-store.ts'
import { Dependencies, type Position } from './dependencies.ts'
import {
  ARRAY,
  type Cells,
  FormulaMachine,
  type Home,
  isSingle,
  type Mode,
  matrixOf,
  operandMode,
  SINGLE,
} from './formula-machine.ts'
import type { EvaluationOptions } from './options.ts'
import { type CellSource, RangeGrid, RangeReference } from './range.ts'
import { workbookAccess } from './workbook-access.ts'

/** Nodes nested this deep, cells included, before the cell in hand is put aside and the needed one computed on a fresh stack. */
const MAX_DEPTH = 600
/** A cell takes as much of the stack as this many nodes. */
const CELL_DEPTH = 5
/** Data tables start a computation of their own; from this depth on they first get a fresh stack. */
const MAX_TABLE_DEPTH = 60
/** Above this size a range keeps its view, so that whatever is worked out from it is found again. */
const KEPT_GRID_CELLS = 16
/** How often arrays may grow into cells that others have read before the run settles for what it has. */
const MAX_SPILL_ROUNDS = 20

/** Why a cell that needs its own value cannot be computed. */
export const CIRCULAR = 'circular reference'

/** Thrown up to the root when the stack is deep: compute this cell first, then try again. */
class Suspended {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

/** Thrown up to the root when a cell needs its own value. */
class CycleFound {
  readonly path: readonly number[]
  constructor(path: readonly number[]) {
    this.path = path
  }
}

interface Region {
  status: 'todo' | 'computing' | 'ready'
  matrix: Matrix
}

interface Change extends Position {
  readonly value: Scalar
}

/**
 * The reference evaluator: computes any cell on demand, each at most once, in whatever order the cells are asked for.
 * Deep chains of cells do not nest on the JavaScript stack.
 */
export class Evaluator implements CellSource, Cells {
  private readonly bound: BoundWorkbook
  private readonly options: EvaluationOptions
  private readonly store: CellStore
  private readonly machine: FormulaMachine
  private readonly dependencies: Dependencies
  private readonly regions = new Map<ArrayFormula | DynamicFormula, Region>()
  private readonly externalSheets = new Map<CellTable, number>()
  /** Values set from outside, by position. */
  private readonly inputs = new Map<number, Change>()
  /** Positions without a formula of their own that a dynamic array has grown into since the file was saved. */
  private readonly overlay = new Map<number, DynamicFormula>()
  /** How far dynamic arrays reach that have grown since the file was saved. */
  private readonly reach = new Map<
    DynamicFormula,
    { readonly sheet: number; readonly rows: number; readonly cols: number }
  >()
  private hasGrown = false
  private readonly grids = new Map<string, Grid>()
  private remembered = new WeakMap<Grid, Map<string, object>>()
  /** Values change while a cycle is iterated: nothing worked out from ranges may be kept. */
  private iterating = false
  /** Cells of cycles that are not iterated: their value is an error. */
  private readonly unsettled = new Set<number>()
  /** What was found out about each cycle, by its first cell. */
  private readonly iterated = new Map<number, { readonly answer: boolean; readonly members: readonly number[] }>()
  /** Cells being computed, outermost first. */
  private readonly path: number[] = []
  private roots = 0
  private recorder: ((area: Area) => void) | undefined
  /** Cells in the order they were first computed, where the run is traced. */
  private readonly computed: Set<number> | undefined
  /** Steps of each cell without those of the cells it needed, where the run is profiled. */
  private readonly costs: Map<number, number> | undefined
  /** Steps of the cells that the one in hand needed. */
  private neededSteps = 0

  constructor(bound: BoundWorkbook, options: EvaluationOptions) {
    this.bound = bound
    this.options = options
    this.computed = options.trace ? new Set() : undefined
    this.costs = options.costs ? new Map() : undefined
    this.store = new CellStore(bound.workbook.sheets.map((sheet) => sheet.cells))
    this.dependencies = new Dependencies(bound, this.store)
    this.machine = new FormulaMachine(bound.workbook, this, options, (machine) => this.context(machine))
  }

  private context(machine: FormulaMachine): CallContext {
    const { sheets } = this.bound.workbook
    const remember: CallContext['remember'] = (grid, purpose, build) => this.remember(grid, purpose, build)
    return {
      now: () => this.options.now,
      random: () => machine.nextRandom(),
      date1904: this.bound.workbook.date1904,
      locale: this.options.locale,
      characterSet: this.bound.workbook.properties.application?.includes('Macintosh') ? 'mac' : 'windows',
      charge: (steps) => machine.charge(steps),
      get cell() {
        return machine.home
      },
      get textIsZero() {
        return sheets[machine.home.sheet]?.textIsZero ?? false
      },
      workbook: workbookAccess(this, this.bound, this.options),
      remember,
    }
  }

  // ---- asking from outside ----

  /** The value of a cell; a blank is null. */
  value(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id >= 0 && (this.store.state[id] !== READY || this.hasGrown)) this.computeRoot(id)
    return this.read(sheet, row, col)
  }

  /** The value of a cell if it has been computed by now. */
  known(sheet: number, row: number, col: number): Scalar | undefined {
    const id = this.store.find(sheet, row, col)
    return id >= 0 && this.store.state[id] === READY ? this.read(sheet, row, col) : undefined
  }

  /** Puts a value into a cell instead of what the file holds there; undefined gives the file's content back. */
  setInput(sheet: number, row: number, col: number, value: Scalar | undefined): void {
    const key = this.key(sheet, row, col)
    if (value === undefined) this.inputs.delete(key)
    else this.inputs.set(key, { sheet, row, col, value })
    this.invalidate()
  }

  /** What was put into cells instead of the file's content. */
  inputCells(): readonly Change[] {
    return [...this.inputs.values()]
  }

  /**
   * The cells that were computed since the inputs were set, those a cell needs before it, then those that arrays have grown
   * into since the file was saved. Needs the option `trace`.
   */
  *computedCells(): Generator<Position> {
    if (!this.computed) return
    for (const id of this.computed) if (this.store.state[id] === READY) yield this.store.position(id)
    for (const formula of new Set(this.overlay.values())) yield* this.grownCells(formula)
  }

  /** The steps that each cell took by itself. Needs the option `costs`. */
  *cellCosts(): Generator<Position & { readonly steps: number }> {
    for (const [id, steps] of this.costs ?? []) yield { ...this.store.position(id), steps }
  }

  private *grownCells(formula: DynamicFormula): Generator<Position> {
    const { sheet } = this.reach.get(formula) ?? {}
    const matrix = this.regions.get(formula)?.matrix
    if (sheet === undefined || !matrix) return
    for (let row = formula.row; row < formula.row + matrix.rows; row++) {
      for (let col = formula.col; col < formula.col + matrix.cols; col++) {
        if (this.overlay.get(this.key(sheet, row, col)) === formula) yield { sheet, row, col }
      }
    }
  }

  /** The array formula that a cell shows an element of. */
  arrayAt(sheet: number, row: number, col: number): ArrayFormula | DynamicFormula | undefined {
    const formula = this.formulaCell(sheet, row, col)?.formula
    if (formula?.kind === 'array' || formula?.kind === 'dynamic') return formula
    return formula ? undefined : this.overlay.get(this.key(sheet, row, col))
  }

  /** The cells that a dynamic array formula covers now. */
  spillRange(formula: DynamicFormula, sheet: number): Range {
    this.value(sheet, formula.row, formula.col)
    const { rows = 1, cols = 1 } = this.regions.get(formula)?.matrix ?? {}
    return { top: formula.row, left: formula.col, bottom: formula.row + rows - 1, right: formula.col + cols - 1 }
  }

  /** Puts values into many cells at once. */
  setInputs(changes: readonly { sheet: number; row: number; col: number; value: Scalar }[]): void {
    for (const change of changes) this.inputs.set(this.key(change.sheet, change.row, change.col), change)
    this.invalidate()
  }

  /** The areas that a cell's formula referred to, found by computing it once more. */
  precedents(sheet: number, row: number, col: number): Area[] {
    this.value(sheet, row, col)
    const cell = this.formulaCell(sheet, row, col)
    if (!cell) return []
    const { formula } = cell
    if (formula.kind === 'dataTable') return dataTablePrecedents(formula, sheet, row, col)
    const home = formula.kind === 'normal' ? { row, col } : formula
    const bound = this.bound.formula(formula, sheet, home.row, home.col)
    const areas: Area[] = []
    this.recorder = (area) => areas.push(area)
    try {
      this.evaluateAt(bound, sheet, home.row, home.col, formula.kind === 'normal' ? SINGLE : ARRAY)
    } catch (reason) {
      if (!(reason instanceof Suspended || reason instanceof CycleFound)) throw reason
    } finally {
      this.recorder = undefined
    }
    return areas
  }

  /** Computes a cell anew, even if its value was known or given. */
  recompute(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    if (cell?.kind !== 'formula') return null
    if (cell.formula.kind === 'array' || cell.formula.kind === 'dynamic') this.regions.delete(cell.formula)
    this.remembered = new WeakMap()
    this.store.state[id] = UNTOUCHED
    this.computeRoot(id)
    return this.store.values[id] as Scalar
  }

  /** The result of a formula text as an array, as if it had been entered into a cell. */
  evaluateText(text: string, sheet: number, row: number, col: number): Matrix {
    const formula = this.bound.text(text, sheet, row, col, undefined)
    return this.matrixAt(formula, sheet, row, col)
  }

  /** What a formula gives as one value in a cell, as data validations are computed. */
  scalarAt(formula: BoundFormula, sheet: number, row: number, col: number): Scalar {
    return this.onFreshStack(() => this.machine.single(this.evaluateAt(formula, sheet, row, col)))
  }

  /** The one value of a part of a formula that is no array formula; undefined where it gives an array or several cells. */
  operandAt(tree: Bound, sheet: number, row: number, col: number): Scalar | undefined {
    const { machine } = this
    return this.onFreshStack(() => {
      const before = machine.home
      machine.home = { sheet, row, col, saved: undefined }
      try {
        const value = machine.evaluate(tree, SINGLE, undefined)
        const cells = isLambda(value) ? undefined : readCells(value)
        return cells === undefined || isGrid(cells) ? undefined : cells
      } finally {
        machine.home = before
      }
    })
  }

  /** The cells that a part of a formula, computed in this mode, refers to; undefined where it gives no reference. */
  referenceAt(
    tree: Bound,
    sheet: number,
    row: number,
    col: number,
    mode: Mode,
  ): readonly Area[] | ExcelError | undefined {
    return this.onFreshStack(() => {
      const value = this.evaluateAt({ tree }, sheet, row, col, mode)
      return isReference(value) ? value.areas : value instanceof ExcelError ? value : undefined
    })
  }

  /** The one value that an operator gets from a part of a formula; undefined where that is an array. */
  valueAt(tree: Bound, sheet: number, row: number, col: number, mode: Mode): Scalar | undefined {
    return this.onFreshStack(() => {
      const value = this.evaluateAt({ tree }, sheet, row, col, operandMode(mode))
      const one = isSingle(mode) ? intersected(value, { cell: { sheet, row, col } }) : value
      const cells = isLambda(one) ? undefined : readCells(one)
      return cells === undefined || isGrid(cells) ? undefined : cells
    })
  }

  matrixAt(formula: Pick<BoundFormula, 'tree'>, sheet: number, row: number, col: number): Matrix {
    return this.onFreshStack(() => matrixOf(this.evaluateAt(formula, sheet, row, col)))
  }

  /** Evaluates a bound formula as if it stood in a cell, for texts that INDIRECT resolves and for names. */
  evaluateAt(formula: Pick<BoundFormula, 'tree'>, sheet: number, row: number, col: number, mode: Mode = ARRAY): Value {
    const { machine } = this
    const before = machine.home
    machine.home = { sheet, row, col, saved: before.saved }
    try {
      return machine.evaluate(formula.tree, mode, undefined)
    } finally {
      machine.home = before
    }
  }

  /** Sheets of the workbook itself; those of other workbooks come behind. */
  get sheetCount(): number {
    return this.bound.workbook.sheets.length
  }

  formulaCell(sheet: number, row: number, col: number): FormulaCell | undefined {
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    return cell?.kind === 'formula' ? cell : undefined
  }

  // ---- computing cells ----

  /** Runs something that reads cells outside any cell's own computation; cells deep down a chain are computed first. */
  private onFreshStack<T>(run: () => T): T {
    for (;;) {
      const { depth } = this.machine
      try {
        return run()
      } catch (reason) {
        this.machine.depth = depth
        if (reason instanceof Suspended) this.computeRoot(reason.id)
        else if (reason instanceof CycleFound) this.iterate(reason.path)
        else throw reason
      }
    }
  }

  /** Computes a cell and everything it needs. Where the stack runs deep, what is needed goes onto a list of our own. */
  private computeRoot(id: number): void {
    const { machine } = this
    const outer = { depth: machine.depth, path: this.path.splice(0) }
    this.roots++
    try {
      for (let round = 0; ; round++) {
        this.computeList([id])
        if (this.roots > 1 || !this.hasGrown || round >= MAX_SPILL_ROUNDS) return
        this.acceptGrowth()
      }
    } finally {
      this.roots--
      machine.depth = outer.depth
      this.path.push(...outer.path)
    }
  }

  /** Computes a cell for somebody who reads it from outside; arrays that grow meanwhile are accepted with the next root. */
  private computeAlone(id: number): void {
    const { depth } = this.machine
    const path = this.path.splice(0)
    this.roots++
    try {
      this.computeList([id])
    } finally {
      this.roots--
      this.machine.depth = depth
      this.path.push(...path)
    }
  }

  private computeList(waiting: number[]): void {
    const { store, machine } = this
    try {
      for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
        if (store.state[next] === READY) {
          waiting.pop()
          continue
        }
        try {
          machine.depth = 0
          this.computeCell(next)
          waiting.pop()
        } catch (reason) {
          this.path.length = 0
          if (reason instanceof CycleFound) this.iterate(reason.path)
          else if (reason instanceof Suspended) {
            store.state[next] = WAITING
            waiting.push(reason.id)
          } else throw reason
        }
      }
    } finally {
      for (const id of waiting) if (store.state[id] !== READY) store.state[id] = UNTOUCHED
    }
  }

  read(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.overlay.size > 0 || this.inputs.size > 0 ? this.outsideFile(sheet, row, col) : null
    const value = this.store.state[id] === READY ? (this.store.values[id] as Scalar) : this.demand(id)
    return value === null && this.overlay.size > 0 ? this.outsideFile(sheet, row, col) : value
  }

  /** Value at a position where the file holds nothing: an input, or what an array that has grown puts there. */
  private outsideFile(sheet: number, row: number, col: number): Scalar {
    const key = this.key(sheet, row, col)
    const input = this.inputs.get(key)
    if (input) return input.value
    const formula = this.overlay.get(key)
    if (!formula) return null
    this.read(sheet, formula.row, formula.col)
    const matrix = this.regions.get(formula)?.matrix
    return matrix ? this.member(formula, matrix, row, col) : null
  }

  private demand(id: number): Scalar {
    const { state, cells } = this.store
    if (state[id] === COMPUTING || state[id] === WAITING) return this.circular(id)
    const cell = cells[id]
    const limit = cell?.kind === 'formula' && cell.formula.kind === 'dataTable' ? MAX_TABLE_DEPTH : MAX_DEPTH
    // Nobody would catch it where cells are read outside any computation, as when the cause of an error is followed.
    if (this.roots === 0) this.computeAlone(id)
    else if (this.machine.depth > limit) throw new Suspended(id)
    else this.computeCell(id)
    return this.store.values[id] as Scalar
  }

  private circular(id: number): Scalar {
    if (this.options.selfIsSaved) return startOf(this.store.cells[id])
    if (this.unsettled.has(id)) return new ExcelError('#NUM!', { cell: this.label(id), reason: CIRCULAR })
    const start = this.path.indexOf(id)
    throw new CycleFound(start < 0 ? [id, ...this.path] : this.path.slice(start))
  }

  private label(id: number): string {
    const { sheet, row, col } = this.store.position(id)
    return `${this.bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
  }

  private computeCell(id: number): void {
    if (this.costs === undefined) this.computeValue(id)
    else this.computeCounted(id, this.costs)
  }

  private computeCounted(id: number, costs: Map<number, number>): void {
    const { machine } = this
    const [from, outer] = [machine.stepsDone, this.neededSteps]
    this.neededSteps = 0
    try {
      this.computeValue(id)
    } finally {
      const steps = machine.stepsDone - from
      costs.set(id, (costs.get(id) ?? 0) + steps - this.neededSteps)
      this.neededSteps = outer + steps
    }
  }

  /** Computes one cell and keeps its value. The cell in hand before is in hand again afterwards. */
  private computeValue(id: number): void {
    const { store } = this
    store.state[id] = COMPUTING
    this.path.push(id)
    try {
      store.put(id, this.cellValue(id))
      this.computed?.add(id)
    } finally {
      this.path.pop()
      if (store.state[id] !== READY) store.state[id] = UNTOUCHED
    }
  }

  private cellValue(id: number): Scalar {
    const { store, machine } = this
    const cell = store.cells[id]
    if (cell?.kind !== 'formula') return store.values[id] as Scalar
    const { sheet, row, col } = store.position(id)
    const given = this.options.given?.(sheet, row, col)
    if (given !== undefined) return given
    const before = { home: machine.home, depth: machine.depth }
    machine.home = { sheet, row, col, saved: cell.saved }
    machine.depth += CELL_DEPTH
    try {
      return this.displayed(this.formulaValue(cell, machine.home), cell.style)
    } catch (reason) {
      // A formula that nests deeper than this machine's stack has no value; the limits on depth make that a last resort.
      if (reason instanceof RangeError && /call stack/i.test(reason.message)) return errors.num
      throw reason
    } finally {
      machine.home = before.home
      machine.depth = before.depth
    }
  }

  /** With "precision as displayed" a cell keeps no more digits than it shows. */
  private displayed(value: Scalar, style: number): Scalar {
    const { calculation, styles } = this.bound.workbook
    if (calculation.fullPrecision || typeof value !== 'number') return value
    return roundAsDisplayed(value, styles[style]?.numberFormat ?? 'General')
  }

  private formulaValue({ formula }: FormulaCell, { sheet, row, col }: Home): Scalar {
    switch (formula.kind) {
      case 'normal':
        return filled(this.machine.single(this.machine.result(this.bound.formula(formula, sheet, row, col), SINGLE)))
      case 'array':
      case 'dynamic':
        return this.member(formula, this.region(formula, sheet), row, col)
      case 'dataTable':
        return filled(this.dataTableCell(formula, sheet, row, col))
    }
  }

  // ---- array formulas ----

  /** Element of an array formula's result. In a fixed range rows and columns of one repeat and what lies outside is #N/A. */
  private member(formula: ArrayFormula | DynamicFormula, matrix: Matrix, row: number, col: number): Scalar {
    const down = row - formula.row
    const across = col - formula.col
    if (formula.kind === 'dynamic') return spilledMember(matrix, down, across)
    const r = matrix.rows === 1 ? 0 : down
    const c = matrix.cols === 1 ? 0 : across
    return r < matrix.rows && c < matrix.cols ? filled(matrix.at(r, c)) : errors.na
  }

  private region(formula: ArrayFormula | DynamicFormula, sheet: number): Matrix {
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

  /** The array as it lands on the sheet: #SPILL! where something is in its way or the sheet ends. */
  private spilled(formula: DynamicFormula, sheet: number, matrix: Matrix): Matrix {
    const { grid, sheets } = this.bound.workbook
    const { row, col } = formula
    const blocked = new Matrix(1, 1, [errors.spill])
    if (matrix.rows === 1 && matrix.cols === 1) return matrix
    const bottom = row + matrix.rows - 1
    const right = col + matrix.cols - 1
    if (bottom >= grid.rows || right >= grid.cols) return blocked
    if (
      sheets[sheet]?.merges.some(
        (merge) => merge.top <= bottom && merge.bottom >= row && merge.left <= right && merge.right >= col,
      )
    ) {
      return blocked
    }
    for (let r = row; r <= bottom; r++) {
      for (let c = col; c <= right; c++) {
        if ((r !== row || c !== col) && this.isTaken(formula, sheet, r, c)) return blocked
      }
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

  private isTaken(formula: DynamicFormula, sheet: number, row: number, col: number): boolean {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.inputs.get(this.key(sheet, row, col))?.value != null
    const cell = this.store.cells[id]
    if (cell?.kind !== 'formula') return this.store.values[id] !== null
    if (cell.formula === formula) return false
    // Where another dynamic array ended when the file was saved says nothing about where it ends now.
    return cell.formula.kind !== 'dynamic' || (cell.formula.row === row && cell.formula.col === col)
  }

  /** Arrays have grown into cells that may have been read as blank: everything is computed again, knowing where they reach. */
  private acceptGrowth(): void {
    for (const [formula, { sheet, rows, cols }] of this.reach) {
      for (let row = formula.row; row < formula.row + rows; row++) {
        for (let col = formula.col; col < formula.col + cols; col++) {
          const id = this.store.find(sheet, row, col)
          if (id < 0 || this.store.cells[id]?.kind === 'constant') this.overlay.set(this.key(sheet, row, col), formula)
        }
      }
      this.store.extendUsed(sheet, formula.row + rows, formula.col + cols)
    }
    this.hasGrown = false
    this.invalidate()
  }

  spill(sheet: number, row: number, col: number): Area | ExcelError | undefined {
    const cell = this.formulaCell(sheet, row, col)
    if (cell?.formula.kind !== 'dynamic' && cell?.formula.kind !== 'array') return undefined
    const { formula } = cell
    if (formula.row !== row || formula.col !== col) return undefined
    if (formula.kind === 'array') return { sheet, ...formula.range }
    this.read(sheet, row, col)
    const matrix = this.regions.get(formula)?.matrix
    // An anchor whose value was given keeps the reach it had in the file.
    if (!matrix) return { sheet, ...formula.range }
    const failed = uncomputableArray(matrix)
    if (failed) return failed
    return { sheet, top: row, left: col, bottom: row + matrix.rows - 1, right: col + matrix.cols - 1 }
  }

  // ---- data tables ----

  private dataTableCell({ range, inputs }: DataTableFormula, sheet: number, row: number, col: number): Scalar {
    const above = { row: range.top - 1, col }
    const beside = { row, col: range.left - 1 }
    const corner = { row: range.top - 1, col: range.left - 1 }
    const change = (input: CellPosition | undefined, from: CellPosition): Change[] =>
      input ? [{ sheet, ...input, value: this.read(sheet, from.row, from.col) }] : []
    switch (inputs.shape) {
      case 'row':
        return this.whatIf(change(inputs.rowInput, above), { sheet, ...beside })
      case 'column':
        return this.whatIf(change(inputs.columnInput, beside), { sheet, ...above })
      case 'both':
        return this.whatIf([...change(inputs.rowInput, above), ...change(inputs.columnInput, beside)], {
          sheet,
          ...corner,
        })
    }
  }

  /** The value a cell would have if other cells held these values. Afterwards everything is as before. */
  private whatIf(changes: readonly Change[], target: { sheet: number; row: number; col: number }): Scalar {
    const { store } = this
    const id = store.find(target.sheet, target.row, target.col)
    if (changes.length === 0) return errors.ref
    const affected = id < 0 ? [] : this.dependencies.between(changes, id)
    const changed = changes.map((change) => ({ id: store.find(change.sheet, change.row, change.col), change }))
    const ids = [...affected, ...changed.flatMap((entry) => (entry.id < 0 ? [] : [entry.id]))]
    const saved = ids.map((each) => ({
      id: each,
      value: store.values[each] as Scalar,
      state: store.state[each] as number,
    }))
    const regions = new Map<ArrayFormula | DynamicFormula, Region | undefined>()
    const { remembered } = this
    this.remembered = new WeakMap()
    try {
      for (const each of affected) {
        if (store.state[each] === READY) store.state[each] = UNTOUCHED
        const cell = store.cells[each]
        if (cell?.kind !== 'formula' || cell.formula.kind === 'normal' || cell.formula.kind === 'dataTable') continue
        const region = this.regions.get(cell.formula)
        if (regions.has(cell.formula) || region?.status === 'computing') continue
        regions.set(cell.formula, region)
        this.regions.delete(cell.formula)
      }
      for (const { id: input, change } of changed) {
        if (input >= 0) store.put(input, change.value)
        else this.inputs.set(this.key(change.sheet, change.row, change.col), change)
      }
      if (id >= 0 && store.state[id] === UNTOUCHED) this.computeRoot(id)
      return this.read(target.sheet, target.row, target.col)
    } finally {
      for (const entry of saved) {
        store.values[entry.id] = entry.value
        store.state[entry.id] = entry.state
      }
      for (const { id: input, change } of changed) {
        if (input < 0) this.inputs.delete(this.key(change.sheet, change.row, change.col))
      }
      for (const [formula, region] of regions) {
        if (region) this.regions.set(formula, region)
        else this.regions.delete(formula)
      }
      this.remembered = remembered
    }
  }

  // ---- cycles ----

  /** Iterates the cells of a cycle as Excel does: sheet by sheet, row by row, until they change less than the setting says. */
  private iterate(path: readonly number[]): void {
    const { store } = this
    const { calculation } = this.bound.workbook
    const members = this.dependencies.cycle(path)
    if (!calculation.iterate && !this.wasIterated(members)) {
      for (const id of members) this.unsettled.add(id)
      return
    }
    const { iterateCount, iterateDelta } = calculation.iterate ? calculation : ASSUMED_ITERATION
    for (const id of members) {
      store.put(id, startOf(store.cells[id]))
      this.computed?.add(id)
    }
    const outer = this.iterating
    this.iterating = true
    try {
      for (let round = 0; round < iterateCount; round++) {
        let largest = 0
        for (const id of members) largest = Math.max(largest, this.iterateCell(id))
        if (largest < iterateDelta) return
      }
    } finally {
      this.iterating = outer
      this.remembered = new WeakMap()
    }
  }

  /**
   * Did Excel iterate the cycle when the file was saved, although the file does not say so? It did where every cell comes out as
   * saved from the saved values of the others. Only the file decides, so that no input changes the answer.
   */
  private wasIterated(members: readonly number[]): boolean {
    const key = members[0] ?? -1
    let answer = this.iterated.get(key)?.answer
    if (answer === undefined) {
      answer = this.isSavedSettled(members)
      this.iterated.set(key, { answer, members })
    }
    return answer
  }

  private isSavedSettled(members: readonly number[]): boolean {
    const { store } = this
    const { given, trace: _, ...others } = this.options
    let target = -1
    const around = new Evaluator(this.bound, {
      ...others,
      selfIsSaved: true,
      given: (sheet, row, col) => {
        const id = store.find(sheet, row, col)
        const cell = id === target || id < 0 ? undefined : store.cells[id]
        return cell?.kind === 'formula' ? (given?.(sheet, row, col) ?? cell.saved) : undefined
      },
    })
    return members.every((id) => {
      const cell = store.cells[id]
      if (cell?.kind !== 'formula') return true
      const { sheet, row, col } = store.position(id)
      target = id
      const value = around.recompute(sheet, row, col)
      target = -1
      around.recompute(sheet, row, col)
      return isSettled(value, cell.saved)
    })
  }

  /** The cycles that were met in a workbook that does not ask for iteration, with what was made of them. */
  cycles(): { readonly isIterated: boolean; readonly cells: readonly Position[] }[] {
    return [...this.iterated.values()].map(({ answer, members }) => ({
      isIterated: answer,
      cells: members.map((id) => this.store.position(id)),
    }))
  }

  /** Computes a member of a cycle once more; the change of its value. */
  private iterateCell(id: number): number {
    const { store } = this
    const cell = store.cells[id]
    if (cell?.kind === 'formula' && cell.formula.kind !== 'normal' && cell.formula.kind !== 'dataTable') {
      this.regions.delete(cell.formula)
    }
    const before = store.values[id] as Scalar
    const after = this.onFreshStack(() => this.cellValue(id))
    store.put(id, after)
    if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before)
    return before === after ? 0 : Number.POSITIVE_INFINITY
  }

  // ---- what formulas and ranges ask ----

  reference(areas: readonly Area[]): Reference {
    if (this.recorder) areas.forEach(this.recorder)
    return new RangeReference(this, areas)
  }

  noted(sheet: number, row: number, col: number): void {
    this.recorder?.({ sheet, top: row, left: col, bottom: row, right: col })
  }

  externalSheet(cells: CellTable): number {
    let sheet = this.externalSheets.get(cells)
    if (sheet === undefined) this.externalSheets.set(cells, (sheet = this.store.addSheet(cells)))
    return sheet
  }

  usedRows(sheet: number): number {
    return this.store.usedRows(sheet)
  }

  usedCols(sheet: number): number {
    return this.store.usedCols(sheet)
  }

  isRowHidden(sheet: number, row: number): 'no' | 'manual' | 'filter' {
    return this.bound.workbook.sheets[sheet]?.rows.get(row)?.hidden ?? 'no'
  }

  isSubtotal(sheet: number, row: number, col: number): boolean {
    const cell = this.formulaCell(sheet, row, col)
    if (!cell || cell.formula.kind === 'dataTable') return false
    return this.bound.formula(cell.formula, sheet, row, col).traits.isSubtotal
  }

  grid(area: Area): Grid {
    if ((area.bottom - area.top + 1) * (area.right - area.left + 1) < KEPT_GRID_CELLS) return new RangeGrid(this, area)
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    let grid = this.grids.get(key)
    if (!grid) this.grids.set(key, (grid = new RangeGrid(this, area)))
    return grid
  }

  private remember<T extends object>(grid: Grid, purpose: string, build: () => T): T {
    if (this.iterating) return build()
    let entries = this.remembered.get(grid)
    if (!entries) this.remembered.set(grid, (entries = new Map()))
    let entry = entries.get(purpose)
    if (entry === undefined) entries.set(purpose, (entry = build()))
    return entry as T
  }

  // ---- state ----

  /** Forgets everything computed and puts the inputs in place. */
  private invalidate(): void {
    const { store } = this
    store.reset()
    this.computed?.clear()
    this.regions.clear()
    this.grids.clear()
    this.remembered = new WeakMap()
    for (const { sheet, row, col, value } of this.inputs.values()) {
      const id = store.find(sheet, row, col)
      if (id < 0) store.extendUsed(sheet, row + 1, col + 1)
      else store.put(id, value)
    }
  }

  private key(sheet: number, row: number, col: number): number {
    const { rows, cols } = this.bound.workbook.grid
    return (sheet * rows + row) * cols + col
  }
}

/** Iteration starts from the values in the file, as Excel's does: a division by a value that is still 0 would stick. */
function startOf(cell: Cell | undefined): Scalar {
  const saved = cell?.kind === 'formula' ? cell.saved : undefined
  return saved === undefined || saved === null || saved instanceof ExcelError ? 0 : saved
}

/** Excel's own settings, for a file that was saved iterated and does not say so. */
export const ASSUMED_ITERATION = { iterate: true, iterateCount: 100, iterateDelta: 0.001 } as const

/** A value of a cycle that another round does not change by more than iteration leaves. */
function isSettled(value: Scalar, saved: Scalar | undefined): boolean {
  if (typeof value === 'number' && typeof saved === 'number') {
    return Math.abs(value - saved) <= Math.max(ASSUMED_ITERATION.iterateDelta, Math.abs(saved) * ROUNDING)
  }
  return value === saved && !(value instanceof ExcelError)
}

const ROUNDING = 1e-9

/** What a cell holds of a result: a blank becomes 0. */
function filled(value: Scalar): Scalar {
  return value === null ? 0 : value
}

/** A cell of a data table comes from the formula that the table varies and from the values put into its input cells. */
function dataTablePrecedents({ range, inputs }: DataTableFormula, sheet: number, row: number, col: number): Area[] {
  const cell = (at: CellPosition): Area => ({ sheet, top: at.row, left: at.col, bottom: at.row, right: at.col })
  const above = cell({ row: range.top - 1, col })
  const beside = cell({ row, col: range.left - 1 })
  return inputs.shape === 'both' ? [cell({ row: range.top - 1, col: range.left - 1 }), above, beside] : [above, beside]
}
