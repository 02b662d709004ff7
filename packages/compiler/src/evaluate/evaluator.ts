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
import { type Cycle, Cycles, startOf } from './cycles.ts'
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
import { RangeMemory } from './range-memory.ts'
import { type CellSource, RangeReference } from './range.ts'
import { regionFormula, Spills } from './spills.ts'
import { workbookAccess } from './workbook-access.ts'

/**
 * Nesting depth, cells included, at which the current cell is suspended and the needed one is computed on a fresh
 * stack.
 */
const MAX_DEPTH = 600
/** A cell uses as much stack as this many nodes. */
const CELL_DEPTH = 5
/** Data tables start a nested computation; from this depth on they first get a fresh stack. */
const MAX_TABLE_DEPTH = 60
/** How often arrays may grow into cells that were already read before the run accepts its result. */
const MAX_SPILL_ROUNDS = 20

/** Thrown up to the root when the stack is deep: compute this cell first, then retry. */
class Suspended {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

/** Thrown up to the root when a cell depends on itself. */
class CycleFound {
  readonly path: readonly number[]
  constructor(path: readonly number[]) {
    this.path = path
  }
}

/**
 * The reference evaluator: computes cells on demand, each at most once, in any order of requests. Deep chains of cells
 * do not nest on the JavaScript stack.
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
  private readonly memory = new RangeMemory(this)
  /** Cells being computed, outermost first. */
  private readonly path: number[] = []
  private roots = 0
  private recorder: ((area: Area) => void) | undefined
  /** Cells in the order they were first computed, if the run is traced. */
  private readonly computed: Set<number> | undefined
  /** Steps of each cell without those of the cells it needed, if the run is profiled. */
  private readonly costs: Map<number, number> | undefined
  /** Steps of the cells that the current one needed. */
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
      withFreshMemory: (run) => this.memory.withoutDerived(run),
    })
    const cycleComputing = {
      computeAgain: (id: number) => this.computeAgain(id),
      noteComputed: (id: number) => this.computed?.add(id),
      label: (id: number) => this.label(id),
      fromSaved: () => this.fromSaved(),
    }
    const { calculation } = bound.workbook
    this.cycles = new Cycles(calculation, this.store, this.dependencies, cycleComputing, options.cycles)
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

  // ---- public requests ----

  /** The value of a cell; a blank is null. */
  value(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id >= 0 && (this.store.state[id] !== READY || this.spills.hasGrown)) this.computeRoot(id)
    return this.read(sheet, row, col)
  }

  /** The value of a cell if it is already computed. */
  known(sheet: number, row: number, col: number): Scalar | undefined {
    const id = this.store.find(sheet, row, col)
    return id >= 0 && this.store.state[id] === READY ? this.read(sheet, row, col) : undefined
  }

  /** Sets a cell's value instead of the file's content; undefined restores the file's content. */
  setInput(sheet: number, row: number, col: number, value: Scalar | undefined): void {
    if (value === undefined) this.inputs.delete(sheet, row, col)
    else this.inputs.set(sheet, row, col, { sheet, row, col, value })
    this.invalidate()
  }

  /** The values set instead of the file's content. */
  inputCells(): readonly Change[] {
    return [...this.inputs.values()]
  }

  /**
   * The cells computed since the inputs were set, each after the cells it needs, then those that arrays have grown into
   * since the file was saved. Needs the option `trace`.
   */
  *computedCells(): Generator<Position> {
    if (!this.computed) return
    for (const id of this.computed) if (this.store.state[id] === READY) yield this.store.position(id)
    yield* this.spills.grownCells()
  }

  /** The steps of each cell, without its precedents. Needs the option `costs`. */
  *cellCosts(): Generator<Position & { readonly steps: number }> {
    for (const [id, steps] of this.costs ?? []) yield { ...this.store.position(id), steps }
  }

  /** The array formula of which a cell shows an element. */
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

  /** Sets the values of many cells at once. */
  setInputs(changes: readonly { sheet: number; row: number; col: number; value: Scalar }[]): void {
    for (const change of changes) this.inputs.set(change.sheet, change.row, change.col, change)
    this.invalidate()
  }

  /** The areas that a cell's formula referred to, found by computing it again. */
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

  /** Computes a cell again, even if its value was known or given. */
  recompute(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    if (cell?.kind !== 'formula') return null
    this.spills.forget(id)
    this.memory.forgetDerived()
    this.store.state[id] = UNTOUCHED
    this.computeRoot(id)
    return this.store.values[id] as Scalar
  }

  /** The result of a formula text as an array, as if it had been entered into a cell. */
  evaluateText(text: string, sheet: number, row: number, col: number): Matrix {
    const formula = this.bound.text(text, sheet, row, col, undefined)
    return this.matrixAt(formula, sheet, row, col)
  }

  /** The result of a formula as a single value in a cell, as for data validations. */
  scalarAt(formula: BoundFormula, sheet: number, row: number, col: number): Scalar {
    return this.onFreshStack(() => this.machine.single(this.evaluateAt(formula, sheet, row, col)))
  }

  /** The single value of an expression outside array formulas; undefined if it gives an array or several cells. */
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

  /** The cells that an expression refers to in this mode; undefined if it gives no reference. */
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

  /** The single value that an operator gets from an expression; undefined if it is an array. */
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

  /** Evaluates a bound formula as if it were in a cell, for texts that INDIRECT resolves and for names. */
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

  /** Number of the workbook's own sheets; those of other workbooks follow. */
  get sheetCount(): number {
    return this.bound.workbook.sheets.length
  }

  formulaCell(sheet: number, row: number, col: number): FormulaCell | undefined {
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    return cell?.kind === 'formula' ? cell : undefined
  }

  // ---- computing cells ----

  /** Runs a function that reads cells outside any cell's computation; cells deep down a chain are computed first. */
  private onFreshStack<T>(run: () => T): T {
    for (;;) {
      const { depth } = this.machine
      try {
        return run()
      } catch (reason) {
        this.machine.depth = depth
        if (reason instanceof Suspended) this.computeRoot(reason.id)
        else if (reason instanceof CycleFound) this.settle(reason.path)
        else throw reason
      }
    }
  }

  /** Computes a cell and everything it needs. If the stack is deep, needed cells go onto an explicit list. */
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

  /** Computes a cell that is read from outside; arrays that grow meanwhile are accepted with the next root. */
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
          if (reason instanceof CycleFound) this.settle(reason.path)
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

  /** Value at a position that is empty in the file: an input, or an element of an array that has grown. */
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
    // Outside any computation nobody would catch Suspended, for example when the cause of an error is traced.
    if (this.roots === 0) this.computeAlone(id)
    else if (this.machine.depth > limit) throw new Suspended(id)
    else this.computeCell(id)
    return this.store.values[id] as Scalar
  }

  private circular(id: number): Scalar {
    if (this.options.selfIsSaved) return startOf(this.store.cells[id])
    // The cells of an array are computed together: any of them closes the cycle.
    const array = regionFormula(this.store, id)
    const isSame = (other: number) => other === id || (array && regionFormula(this.store, other) === array)
    const start = this.path.findIndex(isSame)
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

  /** Computes one cell and stores its value, then restores the previous current cell. */
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
      // A formula nested deeper than this machine's stack has no value; the depth limits make this a last resort.
      if (reason instanceof RangeError && /call stack/i.test(reason.message)) return errors.num
      throw reason
    } finally {
      machine.home = before.home
      machine.depth = before.depth
    }
  }

  /** With "precision as displayed" a cell keeps only the digits it shows. */
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

  /** The cycles found in a workbook that does not enable iteration, and how they were handled. */
  foundCycles(): readonly Cycle[] {
    return this.cycles.list()
  }

  /** Does the cell depend on itself, with the present inputs? */
  isCircular(sheet: number, row: number, col: number): boolean {
    this.value(sheet, row, col)
    return this.cycles.isMember(this.store.find(sheet, row, col))
  }

  private settle(path: readonly number[]): void {
    try {
      this.cycles.settle(path)
    } finally {
      this.memory.forgetDerived()
    }
  }

  private computeAgain(id: number): Scalar {
    this.spills.forget(id)
    return this.onFreshStack(() => this.cellValue(id))
  }

  private fromSaved(): (id: number) => Scalar {
    const { store } = this
    const { given, trace: _, cycles: _cycles, ...others } = this.options
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

  // ---- requests of formulas and ranges ----

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
    return this.memory.grid(area)
  }

  private remember<T extends object>(grid: Grid, purpose: string, build: () => T): T {
    return this.cycles.isIterating ? build() : this.memory.remember(grid, purpose, build)
  }

  // ---- state ----

  /** Discards all results and sets the inputs. */
  private invalidate(): void {
    const { store } = this
    store.reset()
    this.cycles.forget()
    this.computed?.clear()
    this.spills.forgetAll()
    this.memory.forgetAll()
    for (const { sheet, row, col, value } of this.inputs.values()) {
      const id = store.find(sheet, row, col)
      if (id < 0) store.extendUsed(sheet, row + 1, col + 1)
      else store.put(id, value)
    }
  }
}
