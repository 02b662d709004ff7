import { isGrid, readCells } from '@sheetwright/runtime/cells.ts'
import { roundAsDisplayed } from '@sheetwright/runtime/formats/as-displayed.ts'
import type { CallContext } from '@sheetwright/runtime/functions/definition.ts'
import { intersected } from '@sheetwright/runtime/invoke.ts'
import type { Matrix } from '@sheetwright/runtime/values.ts'
import {
  type Area,
  ExcelError,
  errors,
  type Grid,
  isLambda,
  isReference,
  type Reference,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { cellName, type Range } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { ArrayFormula, DynamicFormula, FormulaCell } from '../model/cell.ts'
import { CellStore, COMPUTING, READY, UNTOUCHED, WAITING } from './cell-store.ts'
import { CIRCULAR, type Cycle, Cycles, startOf } from './cycles.ts'
import { dataTablePrecedents, DataTables } from './data-tables.ts'
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
import { filled } from './filled.ts'
import type { Change, InputCells } from './input-cells.ts'
import type { EvaluationOptions } from './options.ts'
import { PositionMap } from './position-map.ts'
import { type CellSource, RangeGrid, RangeReference } from './range.ts'
import { Spills } from './spills.ts'
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
  private readonly externalSheets = new Map<CellTable, number>()
  private readonly inputs: InputCells
  private readonly spills: Spills
  private readonly dataTables: DataTables
  private readonly cycles: Cycles
  private readonly grids = new Map<string, Grid>()
  private remembered = new WeakMap<Grid, Map<string, object>>()
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
    this.inputs = new PositionMap(bound.workbook.grid)
    this.spills = new Spills(bound, this.store, this.inputs, this.machine, (id) => this.circular(id))
    this.dataTables = new DataTables(this.store, this.dependencies, this.inputs, this.spills, {
      read: (sheet, row, col) => this.read(sheet, row, col),
      computeRoot: (id) => this.computeRoot(id),
      withFreshMemory: (run) => this.withFreshMemory(run),
    })
    this.cycles = new Cycles(bound.workbook.calculation, this.store, this.dependencies, {
      computeAgain: (id) => this.computeAgain(id),
      noteComputed: (id) => this.computed?.add(id),
      fromSaved: () => this.fromSaved(),
    })
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
    if (id >= 0 && (this.store.state[id] !== READY || this.spills.hasGrown)) this.computeRoot(id)
    return this.read(sheet, row, col)
  }

  /** The value of a cell if it has been computed by now. */
  known(sheet: number, row: number, col: number): Scalar | undefined {
    const id = this.store.find(sheet, row, col)
    return id >= 0 && this.store.state[id] === READY ? this.read(sheet, row, col) : undefined
  }

  /** Puts a value into a cell instead of what the file holds there; undefined gives the file's content back. */
  setInput(sheet: number, row: number, col: number, value: Scalar | undefined): void {
    if (value === undefined) this.inputs.delete(sheet, row, col)
    else this.inputs.set(sheet, row, col, { sheet, row, col, value })
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
    yield* this.spills.grownCells()
  }

  /** The steps that each cell took by itself. Needs the option `costs`. */
  *cellCosts(): Generator<Position & { readonly steps: number }> {
    for (const [id, steps] of this.costs ?? []) yield { ...this.store.position(id), steps }
  }

  /** The array formula that a cell shows an element of. */
  arrayAt(sheet: number, row: number, col: number): ArrayFormula | DynamicFormula | undefined {
    const formula = this.formulaCell(sheet, row, col)?.formula
    if (formula?.kind === 'array' || formula?.kind === 'dynamic') return formula
    return formula ? undefined : this.spills.grownAt(sheet, row, col)
  }

  /** The cells that a dynamic array formula covers now. */
  spillRange(formula: DynamicFormula, sheet: number): Range {
    this.value(sheet, formula.row, formula.col)
    const { rows = 1, cols = 1 } = this.spills.matrix(formula) ?? {}
    return { top: formula.row, left: formula.col, bottom: formula.row + rows - 1, right: formula.col + cols - 1 }
  }

  /** Puts values into many cells at once. */
  setInputs(changes: readonly { sheet: number; row: number; col: number; value: Scalar }[]): void {
    for (const change of changes) this.inputs.set(change.sheet, change.row, change.col, change)
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
    this.spills.forget(id)
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
        if (this.roots > 1 || !this.spills.hasGrown || round >= MAX_SPILL_ROUNDS) return
        this.spills.acceptGrowth()
        this.invalidate()
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
    if (id < 0) return this.spills.hasGrownCells || this.inputs.size > 0 ? this.outsideFile(sheet, row, col) : null
    const value = this.store.state[id] === READY ? (this.store.values[id] as Scalar) : this.demand(id)
    return value === null && this.spills.hasGrownCells ? this.outsideFile(sheet, row, col) : value
  }

  /** Value at a position where the file holds nothing: an input, or what an array that has grown puts there. */
  private outsideFile(sheet: number, row: number, col: number): Scalar {
    const input = this.inputs.get(sheet, row, col)
    if (input) return input.value
    const formula = this.spills.grownAt(sheet, row, col)
    if (!formula) return null
    this.read(sheet, formula.row, formula.col)
    return this.spills.grownValue(formula, row, col)
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
    if (this.cycles.isUnsettled(id)) return new ExcelError('#NUM!', { cell: this.label(id), reason: CIRCULAR })
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
        return this.spills.value(formula, sheet, row, col)
      case 'dataTable':
        return filled(this.dataTables.value(formula, sheet, row, col))
    }
  }

  // ---- cycles ----

  /** The cycles that were met in a workbook that does not ask for iteration, with what was made of them. */
  foundCycles(): readonly Cycle[] {
    return this.cycles.list()
  }

  private iterate(path: readonly number[]): void {
    try {
      this.cycles.iterate(path)
    } finally {
      this.remembered = new WeakMap()
    }
  }

  private computeAgain(id: number): Scalar {
    this.spills.forget(id)
    return this.onFreshStack(() => this.cellValue(id))
  }

  private fromSaved(): (id: number) => Scalar {
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
    return (id) => {
      const { sheet, row, col } = store.position(id)
      target = id
      const value = around.recompute(sheet, row, col)
      target = -1
      around.recompute(sheet, row, col)
      return value
    }
  }

  // ---- what formulas and ranges ask ----

  spill(sheet: number, row: number, col: number): Area | ExcelError | undefined {
    const cell = this.formulaCell(sheet, row, col)
    if (cell?.formula.kind !== 'dynamic' && cell?.formula.kind !== 'array') return undefined
    const { formula } = cell
    if (formula.row !== row || formula.col !== col) return undefined
    if (formula.kind === 'dynamic') this.read(sheet, row, col)
    return this.spills.area(formula, sheet)
  }

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
    if (this.cycles.isIterating) return build()
    let entries = this.remembered.get(grid)
    if (!entries) this.remembered.set(grid, (entries = new Map()))
    let entry = entries.get(purpose)
    if (entry === undefined) entries.set(purpose, (entry = build()))
    return entry as T
  }

  private withFreshMemory<T>(run: () => T): T {
    const { remembered } = this
    this.remembered = new WeakMap()
    try {
      return run()
    } finally {
      this.remembered = remembered
    }
  }

  // ---- state ----

  /** Forgets everything computed and puts the inputs in place. */
  private invalidate(): void {
    const { store } = this
    store.reset()
    this.computed?.clear()
    this.spills.forgetAll()
    this.grids.clear()
    this.remembered = new WeakMap()
    for (const { sheet, row, col, value } of this.inputs.values()) {
      const id = store.find(sheet, row, col)
      if (id < 0) store.extendUsed(sheet, row + 1, col + 1)
      else store.put(id, value)
    }
  }
}
