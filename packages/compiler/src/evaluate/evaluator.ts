import { roundAsDisplayed } from '@sheetwright/runtime/formats/as-displayed.ts'
import {
  type Area,
  type ExcelError,
  errors,
  type Grid,
  type Reference,
  type Scalar,
} from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import { cellName, type Range } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { ArrayFormula, DynamicFormula, FormulaCell } from '../model/cell.ts'
import { callContext } from './call-context.ts'
import { CellStore, READY, UNTOUCHED } from './cell-store.ts'
import { type Cycle, Cycles } from './cycles.ts'
import { dataTablePrecedents, DataTables } from './data-tables.ts'
import { Demand, isInterruption } from './demand.ts'
import { Dependencies, type Position } from './dependencies.ts'
import { ARRAY, type Cells, FormulaMachine, type Home, SINGLE } from './formula-machine.ts'
import { filled } from './filled.ts'
import type { Change, InputCells } from './input-cells.ts'
import { LooseFormulas } from './loose-formulas.ts'
import type { EvaluationOptions } from './options.ts'
import { PositionMap } from './position-map.ts'
import { RangeMemory } from './range-memory.ts'
import { type CellSource, RangeReference } from './range.ts'
import { RunRecord } from './run-record.ts'
import { Spills } from './spills.ts'

/** A cell uses as much stack as this many nodes. */
const CELL_DEPTH = 5

/**
 * The reference evaluator: computes cells on demand, each at most once, in any order of requests. Deep chains of cells
 * do not nest on the JavaScript stack.
 */
export class Evaluator implements CellSource, Cells {
  private readonly bound: BoundWorkbook
  private readonly options: EvaluationOptions
  private readonly store: CellStore
  /** By the id of their cell. */
  private readonly formulas: (BoundFormula | undefined)[]
  private readonly machine: FormulaMachine
  private readonly dependencies: Dependencies
  private readonly externalSheets = new Map<CellTable, number>()
  private readonly inputs: InputCells
  private readonly spills: Spills
  private readonly dataTables: DataTables
  private readonly cycles: Cycles
  private readonly memory = new RangeMemory(this)
  private readonly demand: Demand
  private readonly record: RunRecord
  /** Evaluates formulas and expressions that are in no cell. */
  readonly loose: LooseFormulas
  private recorder: ((area: Area) => void) | undefined

  constructor(bound: BoundWorkbook, options: EvaluationOptions) {
    this.bound = bound
    this.options = options
    this.record = new RunRecord(options)
    this.store = new CellStore(bound.workbook.sheets.map((sheet) => sheet.cells))
    this.formulas = this.store.cells.map(() => undefined)
    this.dependencies = new Dependencies(bound, this.store)
    this.machine = new FormulaMachine(bound.workbook, this, options, (machine) =>
      callContext(machine, bound, options, {
        reference: (areas) => this.reference(areas),
        formulaCell: (sheet, row, col) => this.formulaCell(sheet, row, col),
        evaluateAt: (formula, sheet, row, col) => this.loose.evaluateAt(formula, sheet, row, col),
        remember: (grid, purpose, build) => this.remember(grid, purpose, build),
      }),
    )
    this.demand = new Demand(this.store, this.machine, this.record, {
      cellValue: (id) => this.cellValue(id),
      settle: (path) => this.settle(path),
      hasGrown: () => this.spills.hasGrown,
      acceptGrowth: () => this.acceptGrowth(),
      selfIsSaved: options.selfIsSaved ?? false,
    })
    this.loose = new LooseFormulas(bound, this.machine, this.demand)
    this.inputs = new PositionMap(bound.workbook.grid)
    this.spills = new Spills(bound, this.store, this.inputs, this.machine, (id) => this.demand.circular(id))
    this.dataTables = new DataTables(this.store, this.dependencies, this.inputs, this.spills, {
      read: (sheet, row, col) => this.read(sheet, row, col),
      computeRoot: (id) => this.demand.computeRoot(id),
      withFreshMemory: (run) => this.memory.withoutDerived(run),
    })
    const cycleComputing = {
      computeAgain: (id: number) => this.computeAgain(id),
      noteComputed: (id: number) => this.record.noteComputed(id),
      label: (id: number) => this.label(id),
      fromSaved: () => this.fromSaved(),
    }
    const { calculation } = bound.workbook
    this.cycles = new Cycles(calculation, this.store, this.dependencies, cycleComputing, options.cycles)
  }

  // ---- public requests ----

  /** The value of a cell; a blank is null. */
  value(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id >= 0 && (this.store.state[id] !== READY || this.spills.hasGrown)) this.demand.computeRoot(id)
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
    else this.enter({ sheet, row, col, value })
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
    const order = this.record.order()
    if (!order) return
    for (const id of order) if (this.store.state[id] === READY) yield this.store.position(id)
    yield* this.spills.grownCells()
  }

  /** The steps of each cell, without its precedents. Needs the option `costs`. */
  *cellCosts(): Generator<Position & { readonly steps: number }> {
    for (const [id, steps] of this.record.stepsOfCells()) yield { ...this.store.position(id), steps }
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
    for (const change of changes) this.enter(change)
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
      this.loose.evaluateAt(bound, sheet, home.row, home.col, formula.kind === 'normal' ? SINGLE : ARRAY)
    } catch (reason) {
      if (!isInterruption(reason)) throw reason
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
    this.demand.computeRoot(id)
    return this.store.values[id] as Scalar
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

  read(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.spills.hasGrownCells || this.inputs.size > 0 ? this.outsideFile(sheet, row, col) : null
    const value = this.store.state[id] === READY ? (this.store.values[id] as Scalar) : this.demand.value(id)
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

  private label(id: number): string {
    const { sheet, row, col } = this.store.position(id)
    return `${this.bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
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
      return this.displayed(this.formulaValue(id, cell, machine.home), cell.style)
    } catch (reason) {
      // A formula nested deeper than this machine's stack has no value; the depth limits make this a last resort.
      if (reason instanceof RangeError && /call stack/i.test(reason.message)) return errors.num
      throw reason
    } finally {
      machine.home = before.home
      machine.depth = before.depth
    }
  }

  /** A value is kept as if it had been typed into the cell. */
  private enter({ sheet, row, col, value }: Change): void {
    const style = this.bound.workbook.sheets[sheet]?.cells.get(row, col)?.style ?? 0
    this.inputs.set(sheet, row, col, { sheet, row, col, value: this.displayed(value, style) })
  }

  /** With "precision as displayed" a cell keeps only the digits it shows. */
  private displayed(value: Scalar, style: number): Scalar {
    const { calculation, styles } = this.bound.workbook
    if (calculation.fullPrecision || typeof value !== 'number') return value
    return roundAsDisplayed(value, styles[style]?.numberFormat ?? 'General')
  }

  private formulaValue(id: number, { formula }: FormulaCell, { sheet, row, col }: Home): Scalar {
    switch (formula.kind) {
      case 'normal': {
        const bound = (this.formulas[id] ??= this.bound.formula(formula, sheet, row, col))
        return filled(this.machine.single(this.machine.result(bound, SINGLE)))
      }
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

  /** Does the area hold cells that turned out to depend on themselves, with the present inputs? */
  meetsCycle(area: Area): boolean {
    return this.cycles.meets(area)
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
    return this.demand.onFreshStack(() => this.cellValue(id))
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

  /** Accepts the extents of arrays that have grown: everything is computed again with them. */
  private acceptGrowth(): void {
    this.spills.acceptGrowth()
    this.invalidate()
  }

  /** Discards all results and sets the inputs. */
  private invalidate(): void {
    const { store } = this
    store.reset()
    this.cycles.forget()
    this.record.forgetOrder()
    this.spills.forgetAll()
    this.memory.forgetAll()
    for (const { sheet, row, col, value } of this.inputs.values()) {
      const id = store.find(sheet, row, col)
      if (id < 0) store.extendUsed(sheet, row + 1, col + 1)
      else store.put(id, value)
    }
  }
}
