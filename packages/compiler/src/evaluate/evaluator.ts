import { broadcast } from '@sheetwright/runtime/broadcast.ts'
import type { CallContext, FunctionDefinition, WorkbookAccess } from '@sheetwright/runtime/functions/definition.ts'
import {
  type CallArgument,
  EMPTY,
  intersected,
  intersection,
  invoke,
  isLifted,
  paramAt,
} from '@sheetwright/runtime/invoke.ts'
import { negate, operate, percent, scalarOperators, snapped } from '@sheetwright/runtime/operators.ts'
import {
  type Area,
  ExcelError,
  errors,
  type Grid,
  isLambda,
  isReference,
  type Lambda,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import type { Coordinate, Point } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundArea, BoundExternal, BoundFormula, BoundLambda, BoundUncomputable } from '../3-bind/bound.ts'
import { OWN_SHEET } from '../3-bind/bound.ts'
import { cellName } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { ArrayFormula, DynamicFormula, FormulaCell } from '../model/workbook.ts'
import { takesArrays } from './array-parameters.ts'
import { CellStore, COMPUTING, READY, TODO, WAITING } from './cell-store.ts'
import type { EvaluationOptions } from './options.ts'
import { CellRandom } from './random.ts'
import { boundingArea, type CellSource, commonArea, RangeGrid, RangeReference } from './range.ts'
import { StepBudgetExceeded } from './step-budget.ts'
import { workbookAccess } from './workbook-access.ts'

/**
 * How ranges count where one value is wanted. SINGLE: the cell in the caller's row or column (formulas that are not array
 * formulas). ARRAY: every cell. FORCED: every cell too, because a function such as SUMPRODUCT asks for arrays.
 */
type Mode = typeof SINGLE | typeof FORCED | typeof ARRAY
const SINGLE = 0
const FORCED = 1
const ARRAY = 2

const KEEPS_SINGLE: ReadonlySet<string> = new Set(['IF', 'CHOOSE', 'INDIRECT', 'OFFSET'])

/** Values of LET and LAMBDA variables, innermost first. */
interface Environment {
  readonly slot: number
  readonly value: Value | typeof EMPTY
  readonly next: Environment | undefined
}

/** Nodes nested this deep, cells included, before the cell in hand is put aside and the needed one computed on a fresh stack. */
const MAX_DEPTH = 600
/** A cell takes as much of the stack as this many nodes. */
const CELL_DEPTH = 5
/** A LAMBDA that calls itself deeper than this has no value in Excel either. */
const MAX_LAMBDA_DEPTH = 400
/** Above this size a range keeps its view, so that whatever is worked out from it is found again. */
const KEPT_GRID_CELLS = 16

/** Thrown up to the root when the stack is deep: compute this cell first, then try again. */
class Suspended {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

interface Region {
  status: 'todo' | 'computing' | 'ready'
  matrix: Matrix
}

/**
 * The reference evaluator: computes any cell on demand, each at most once, in whatever order the cells are asked for.
 * Deep chains of cells do not nest on the JavaScript stack.
 */
export class Evaluator implements CellSource {
  private readonly bound: BoundWorkbook
  private readonly options: EvaluationOptions
  private readonly store: CellStore
  private readonly context: CallContext
  private readonly regions = new Map<ArrayFormula | DynamicFormula, Region>()
  private readonly externalSheets = new Map<CellTable, number>()
  private grids = new Map<string, Grid>()
  private remembered = new WeakMap<Grid, Map<string, object>>()
  private steps = 0
  private depth = 0
  private lambdaDepth = 0
  /** The cell being computed. */
  private sheet = 0
  private row = 0
  private col = 0
  private cell: FormulaCell | undefined
  private random: CellRandom | undefined
  /** Told of every area that the cell in hand refers to, while someone listens. */
  private recorder: ((area: Area) => void) | undefined

  constructor(bound: BoundWorkbook, options: EvaluationOptions) {
    this.bound = bound
    this.options = options
    this.store = new CellStore(bound.workbook.sheets.map((sheet) => sheet.cells))
    this.context = this.makeContext(workbookAccess(this, bound, options))
  }

  private makeContext(workbook: WorkbookAccess): CallContext {
    const self = this
    return {
      now: () => self.options.now,
      random: () => (self.random ??= new CellRandom(self.options.seed, self.sheet, self.row, self.col)).next(),
      date1904: self.bound.workbook.date1904,
      locale: self.options.locale,
      charge: (steps) => self.charge(steps),
      get cell() {
        return { sheet: self.sheet, row: self.row, col: self.col }
      },
      workbook,
      remember: (grid, purpose, build) => self.remember(grid, purpose, build),
    }
  }

  /** The value of a cell; a blank is null. */
  value(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.blankAt(sheet, row, col)
    if (this.store.state[id] !== READY) this.computeRoot(id)
    return this.store.values[id] as Scalar
  }

  /** Computes a cell and everything it needs. Where the stack runs deep, what is needed goes onto a list of our own. */
  private computeRoot(id: number): void {
    const waiting = [id]
    const { state } = this.store
    try {
      while (waiting.length > 0) {
        const next = waiting[waiting.length - 1] as number
        if (state[next] === READY) {
          waiting.pop()
          continue
        }
        try {
          this.depth = 0
          this.computeCell(next)
          waiting.pop()
        } catch (reason) {
          if (!(reason instanceof Suspended)) throw reason
          this.store.state[next] = WAITING
          waiting.push(reason.id)
        }
      }
    } finally {
      for (const id of waiting) if (this.store.state[id] !== READY) this.store.state[id] = TODO
    }
  }

  read(sheet: number, row: number, col: number): Scalar {
    const id = this.store.find(sheet, row, col)
    if (id < 0) return this.blankAt(sheet, row, col)
    return this.store.state[id] === READY ? (this.store.values[id] as Scalar) : this.demand(id)
  }

  private blankAt(_sheet: number, _row: number, _col: number): Scalar {
    return null
  }

  private demand(id: number): Scalar {
    const { state } = this.store
    if (state[id] === COMPUTING || state[id] === WAITING) return this.circular(id)
    if (this.depth > MAX_DEPTH) throw new Suspended(id)
    this.computeCell(id)
    return this.store.values[id] as Scalar
  }

  private circular(id: number): Scalar {
    return new ExcelError('#NUM!', { cell: this.cellLabel(id), reason: 'circular reference' })
  }

  private cellLabel(id: number): string {
    const { sheet, row, col } = this.store.position(id)
    return this.label(sheet, row, col)
  }

  private label(sheet: number, row: number, col: number): string {
    return `${this.bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
  }

  /** Computes one cell and keeps its value. The cell in hand before is in hand again afterwards. */
  private computeCell(id: number): void {
    const { store } = this
    const cell = store.cells[id]
    if (cell?.kind !== 'formula') return
    const position = store.position(id)
    const given = this.options.given?.(position.sheet, position.row, position.col)
    if (given !== undefined) {
      store.values[id] = given
      store.state[id] = READY
      return
    }
    const before = { sheet: this.sheet, row: this.row, col: this.col, cell: this.cell, random: this.random }
    const { depth } = this
    store.state[id] = COMPUTING
    this.depth = depth + CELL_DEPTH
    try {
      this.sheet = position.sheet
      this.row = position.row
      this.col = position.col
      this.cell = cell
      this.random = undefined
      store.values[id] = this.cellResult(cell)
      store.state[id] = READY
    } finally {
      if (store.state[id] !== READY) store.state[id] = TODO
      this.sheet = before.sheet
      this.row = before.row
      this.col = before.col
      this.cell = before.cell
      this.random = before.random
      this.depth = depth
    }
  }

  private cellResult(cell: FormulaCell): Scalar {
    const { formula } = cell
    switch (formula.kind) {
      case 'normal': {
        const bound = this.bound.formula(formula, this.sheet, this.row, this.col)
        return this.settle(this.scalarResult(this.topLevel(bound, SINGLE)))
      }
      case 'array': {
        const region = this.region(formula, cell)
        const row = this.row - formula.row
        const col = this.col - formula.col
        return this.settle(elementOf(region.matrix, row, col))
      }
      case 'dynamic': {
        const region = this.region(formula, cell)
        const row = this.row - formula.row
        const col = this.col - formula.col
        if (row >= region.matrix.rows || col >= region.matrix.cols) return null
        return this.settle(region.matrix.at(row, col))
      }
      case 'dataTable':
        return errors.na
    }
  }

  /** What a cell holds of a result: no blanks. */
  private settle(value: Scalar): Scalar {
    return value === null ? 0 : value
  }

  /** A formula that ends in a sum or difference snaps to 0 where it nearly cancels. */
  private topLevel(bound: BoundFormula, mode: Mode): Value {
    const { tree } = bound
    if (tree.kind === 'operate' && (tree.operator === '+' || tree.operator === '-')) {
      const left = this.operand(tree.left, mode, undefined)
      const right = this.operand(tree.right, mode, undefined)
      const result = operate(tree.operator, left, right, this.context)
      return isPlain(result) && isPlain(left) && isPlain(right) ? snapped(result, left, right) : result
    }
    return this.evaluate(tree, mode, undefined)
  }

  private scalarResult(value: Value): Scalar {
    if (value instanceof Matrix) return value.at(0, 0)
    if (isReference(value)) return intersection(value, this.context)
    return isLambda(value) ? errors.calc : value
  }

  private region(formula: ArrayFormula | DynamicFormula, cell: FormulaCell): Region {
    let region = this.regions.get(formula)
    if (!region) {
      region = { status: 'todo', matrix: new Matrix(1, 1, [null]) }
      this.regions.set(formula, region)
    }
    if (region.status === 'ready') return region
    if (region.status === 'computing') {
      const cellText = this.label(this.sheet, formula.row, formula.col)
      region.matrix = new Matrix(1, 1, [new ExcelError('#NUM!', { cell: cellText, reason: 'circular reference' })])
      return region
    }
    const { row, col } = this
    region.status = 'computing'
    try {
      this.row = formula.row
      this.col = formula.col
      const bound = this.bound.formula(formula, this.sheet, formula.row, formula.col)
      region.matrix = matrixOf(this.topLevel(bound, ARRAY))
      if (formula.kind === 'dynamic') region.matrix = this.spilled(formula, region.matrix)
      region.status = 'ready'
    } finally {
      if (region.status !== 'ready') region.status = 'todo'
      this.row = row
      this.col = col
    }
    void cell
    return region
  }

  /** The array as it lands on the sheet: #SPILL! where something is in its way. */
  private spilled(formula: DynamicFormula, matrix: Matrix): Matrix {
    const { store, sheet } = this
    for (let row = 0; row < matrix.rows; row++) {
      for (let col = 0; col < matrix.cols; col++) {
        if (row === 0 && col === 0) continue
        const id = store.find(sheet, formula.row + row, formula.col + col)
        if (id < 0) continue
        const cell = store.cells[id]
        const free = cell?.kind === 'constant' ? cell.value === null : cell?.formula === formula
        if (!free) return new Matrix(1, 1, [errors.spill])
      }
    }
    return matrix
  }

  charge(steps: number): void {
    this.steps += steps
    if (this.steps > this.options.steps) throw new StepBudgetExceeded(this.options.steps)
  }

  // ---- formulas ----

  private evaluate(node: Bound, mode: Mode, env: Environment | undefined): Value {
    if (++this.steps > this.options.steps) throw new StepBudgetExceeded(this.options.steps)
    this.depth++
    const result = this.node(node, mode, env)
    this.depth--
    return result
  }

  private node(node: Bound, mode: Mode, env: Environment | undefined): Value {
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'missing':
        return null
      case 'cell': {
        const sheet = node.sheet === OWN_SHEET ? this.sheet : node.sheet
        const { row, col } = this.placed(node.point)
        return this.reference([{ sheet, top: row, left: col, bottom: row, right: col }])
      }
      case 'area':
        return this.reference(this.areasOf(node))
      case 'fixedArea':
        return this.reference([{ sheet: node.sheet, ...node.range }])
      case 'tableRow': {
        const { table, left, right } = node
        const top = table.range.top + table.headerRows
        if (this.row < top || this.row > table.range.bottom - table.totalsRows) return errors.value
        return this.reference([{ sheet: table.sheet, top: this.row, bottom: this.row, left, right }])
      }
      case 'external':
        return this.external(node)
      case 'name':
        return this.evaluate(node.name.formula().tree, ARRAY, undefined)
      case 'variable':
        return variable(node.slot, env)
      case 'let': {
        let inner = env
        node.values.forEach((value, i) => {
          inner = { slot: node.slots[i] as number, value: this.evaluate(value, mode, inner), next: inner }
        })
        return this.evaluate(node.body, mode, inner)
      }
      case 'lambda':
        return this.lambda(node, env)
      case 'isOmitted':
        return isOmitted(node.slot, env)
      case 'call':
        return this.call(node.definition, node.args, mode, env)
      case 'function':
        return this.functionValue(node.definition)
      case 'apply':
        return this.apply(node.callee, node.args, mode, env)
      case 'negate':
        return negate(this.operand(node.operand, mode, env), this.context)
      case 'plus':
      case 'group':
        return this.evaluate(node.operand, mode, env)
      case 'percent':
        return percent(this.operand(node.operand, mode, env), this.context)
      case 'single': {
        const value = this.evaluate(node.operand, mode, env)
        return value instanceof Matrix ? value.at(0, 0) : intersected(value, this.context)
      }
      case 'spill':
        return this.spillRange(this.evaluate(node.operand, mode, env))
      case 'operate':
        return this.operation(node, mode, env)
      case 'range':
      case 'intersection':
      case 'union':
        return this.combined(node.kind, this.evaluate(node.left, mode, env), this.evaluate(node.right, mode, env))
      case 'uncomputable':
        return this.uncomputable(node)
    }
  }

  private operation(node: Bound & { kind: 'operate' }, mode: Mode, env: Environment | undefined): Value {
    // A long sum leans left; walking down it in a loop keeps the stack flat.
    const spine = [node]
    let first: Bound = node.left
    while (first.kind === 'operate') {
      spine.push(first)
      first = first.left
    }
    let result = this.operand(first, mode, env)
    for (let i = spine.length - 1; i >= 0; i--) {
      const { operator, right } = spine[i] as Bound & { kind: 'operate' }
      const other = this.operand(right, mode, env)
      result =
        isPlain(result) && isPlain(other)
          ? scalarOperators[operator](result, other, this.context)
          : operate(operator, result, other, this.context)
    }
    return result
  }

  /** A value for an operator: single cells are read at once, ranges are cut down unless arrays are wanted. */
  private operand(node: Bound, mode: Mode, env: Environment | undefined): Value {
    if (node.kind === 'cell') return this.cellValue(node)
    if (node.kind === 'constant') return node.value
    const value = this.evaluate(node, mode, env)
    return mode === SINGLE ? intersected(value, this.context) : value
  }

  private cellValue(node: Bound & { kind: 'cell' }): Scalar {
    const { row, col } = this.placed(node.point)
    const sheet = node.sheet === OWN_SHEET ? this.sheet : node.sheet
    this.recorder?.({ sheet, top: row, left: col, bottom: row, right: col })
    return this.read(sheet, row, col)
  }

  private placed(point: Point): { row: number; col: number } {
    const { grid } = this.bound.workbook
    return { row: at(point.row, this.row, grid.rows), col: at(point.col, this.col, grid.cols) }
  }

  private areasOf(node: BoundArea): Area[] {
    const first = node.sheet === OWN_SHEET ? this.sheet : node.sheet
    const last = node.sheet === OWN_SHEET ? this.sheet : node.lastSheet
    const area = this.corners(node.from, node.to)
    const areas: Area[] = []
    for (let sheet = first; sheet <= last; sheet++) {
      if (first === last || this.bound.workbook.sheets[sheet]?.kind === 'worksheet') areas.push({ sheet, ...area })
    }
    return areas
  }

  private corners(from: Point, to: Point): Omit<Area, 'sheet'> {
    const a = this.placed(from)
    const b = this.placed(to)
    return {
      top: Math.min(a.row, b.row),
      left: Math.min(a.col, b.col),
      bottom: Math.max(a.row, b.row),
      right: Math.max(a.col, b.col),
    }
  }

  reference(areas: readonly Area[]): Reference {
    if (this.recorder) areas.forEach(this.recorder)
    return new RangeReference(this, areas)
  }

  /** Cells of another workbook are read from what Excel kept of them, like a sheet of their own. */
  private external(node: BoundExternal): Value {
    if (!node.cells) return this.failed('#REF!', `no saved value of ${node.description}`)
    let sheet = this.externalSheets.get(node.cells)
    if (sheet === undefined) {
      sheet = this.store.addSheet(node.cells)
      this.externalSheets.set(node.cells, sheet)
    }
    return this.reference([{ sheet, ...this.corners(node.from, node.to) }])
  }

  private uncomputable(node: BoundUncomputable): Scalar {
    // Where Excel itself could not find the function, #NAME? is the ordinary value.
    if (this.cell?.saved instanceof ExcelError && this.cell.saved.code === '#NAME?') return errors.name
    return this.failed('#NAME?', `${node.cause}: ${node.what}`)
  }

  private failed(code: '#NAME?' | '#REF!' | '#NUM!', reason: string): ExcelError {
    return new ExcelError(code, { cell: this.label(this.sheet, this.row, this.col), reason })
  }

  private spillRange(value: Value): Value {
    if (!isReference(value)) return value instanceof ExcelError ? value : errors.ref
    const [area] = value.areas
    if (!area || value.areas.length !== 1) return errors.ref
    const id = this.store.find(area.sheet, area.top, area.left)
    const cell = id < 0 ? undefined : this.store.cells[id]
    if (cell?.kind !== 'formula' || cell.formula.kind !== 'dynamic') return errors.ref
    const { formula } = cell
    if (formula.row !== area.top || formula.col !== area.left) return errors.ref
    const anchor = this.read(area.sheet, area.top, area.left)
    const region = this.regions.get(formula)
    if (!region) return anchor
    const { matrix } = region
    return this.reference([{ ...area, bottom: area.top + matrix.rows - 1, right: area.left + matrix.cols - 1 }])
  }

  private combined(kind: 'range' | 'intersection' | 'union', left: Value, right: Value): Value {
    if (left instanceof ExcelError) return left
    if (right instanceof ExcelError) return right
    if (!isReference(left) || !isReference(right)) return errors.value
    if (kind === 'union') return this.reference([...left.areas, ...right.areas])
    if (kind === 'intersection') {
      const common = left.areas.flatMap((a) => right.areas.flatMap((b) => commonArea(a, b) ?? []))
      return common.length === 0 ? errors.null : this.reference(common)
    }
    const [a, ...moreA] = left.areas
    const [b, ...moreB] = right.areas
    if (!a || !b || moreA.length + moreB.length > 0 || a.sheet !== b.sheet) return errors.value
    return this.reference([boundingArea(a, b)])
  }

  private call(
    definition: FunctionDefinition,
    args: readonly Bound[],
    mode: Mode,
    env: Environment | undefined,
  ): Value {
    // IF, CHOOSE and the functions that give references do not pass on what SUMPRODUCT and its kind ask of their arguments.
    const inner = mode === FORCED && KEEPS_SINGLE.has(definition.name) ? SINGLE : mode
    const ready: CallArgument[] = []
    for (let i = 0; i < args.length; i++) {
      const node = args[i] as Bound
      const param = paramAt(definition, i)
      if (node.kind === 'missing' || !param) ready.push(EMPTY)
      else if (param.kind === 'lazy') ready.push(() => this.evaluate(node, inner, env))
      else if (isLifted(param)) ready.push(this.operand(node, inner, env))
      else ready.push(this.evaluate(node, inner === SINGLE && takesArrays(definition.name, i) ? FORCED : inner, env))
    }
    return invoke(definition, this.context, ready, inner === SINGLE)
  }

  private apply(callee: Bound, args: readonly Bound[], mode: Mode, env: Environment | undefined): Value {
    const target = this.evaluate(callee, mode, env)
    if (target instanceof ExcelError) return target
    if (!isLambda(target)) return errors.ref
    if (args.length < target.minArgs || args.length > target.maxArgs) return errors.value
    return target.call(
      args.map((arg) => (arg.kind === 'missing' ? (EMPTY as unknown as Value) : this.evaluate(arg, ARRAY, env))),
    )
  }

  private lambda(node: BoundLambda, env: Environment | undefined): Lambda {
    return {
      kind: 'lambda',
      minArgs: node.required,
      maxArgs: node.slots.length,
      call: (args) => {
        if (this.lambdaDepth >= MAX_LAMBDA_DEPTH) return errors.num
        this.lambdaDepth++
        try {
          let inner = env
          node.slots.forEach((slot, i) => {
            inner = { slot, value: i < args.length ? (args[i] as Value) : EMPTY, next: inner }
          })
          return this.evaluate(node.body, ARRAY, inner)
        } finally {
          this.lambdaDepth--
        }
      },
    }
  }

  private functionValue(definition: FunctionDefinition): Lambda {
    const required = definition.params.filter((param) => !param.optional && param.default === undefined).length
    return {
      kind: 'lambda',
      minArgs: required,
      maxArgs: definition.repeat ? Number.POSITIVE_INFINITY : definition.params.length,
      call: (args) => invoke(definition, this.context, args, false),
    }
  }

  // ---- what ranges ask ----

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
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    if (cell?.kind !== 'formula' || cell.formula.kind === 'dataTable') return false
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
    let entries = this.remembered.get(grid)
    if (!entries) this.remembered.set(grid, (entries = new Map()))
    let entry = entries.get(purpose)
    if (entry === undefined) entries.set(purpose, (entry = build()))
    return entry as T
  }

  /** The areas that a cell's formula referred to, found by computing it once more. */
  precedents(sheet: number, row: number, col: number): Area[] {
    this.value(sheet, row, col)
    const cell = this.formulaCell(sheet, row, col)
    if (!cell || cell.formula.kind === 'dataTable') return []
    const { formula } = cell
    const home = formula.kind === 'normal' ? { row, col } : formula
    const bound = this.bound.formula(formula, sheet, home.row, home.col)
    const areas: Area[] = []
    this.recorder = (area) => areas.push(area)
    try {
      this.evaluateAt(bound, sheet, home.row, home.col, formula.kind === 'normal' ? SINGLE : ARRAY)
    } catch (reason) {
      if (!(reason instanceof Suspended)) throw reason
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
    this.store.state[id] = TODO
    this.computeRoot(id)
    return this.store.values[id] as Scalar
  }

  /** The result of a formula text as an array, as if it had been entered into a cell. */
  evaluateText(text: string, sheet: number, row: number, col: number): Matrix {
    const formula = this.bound.text(text, sheet, row, col, undefined)
    return matrixOf(this.evaluateAt(formula, sheet, row, col))
  }

  /** Evaluates a bound formula as if it stood in a cell, for texts that INDIRECT resolves and for names. */
  evaluateAt(formula: BoundFormula, sheet: number, row: number, col: number, mode: Mode = ARRAY): Value {
    const before = { sheet: this.sheet, row: this.row, col: this.col }
    this.sheet = sheet
    this.row = row
    this.col = col
    try {
      return this.evaluate(formula.tree, mode, undefined)
    } finally {
      this.sheet = before.sheet
      this.row = before.row
      this.col = before.col
    }
  }

  formulaCell(sheet: number, row: number, col: number): FormulaCell | undefined {
    const id = this.store.find(sheet, row, col)
    const cell = id < 0 ? undefined : this.store.cells[id]
    return cell?.kind === 'formula' ? cell : undefined
  }
}

/** An index on the grid; relative coordinates come in again on the other side when they pass its edge. */
function at(coordinate: Coordinate, home: number, size: number): number {
  if (!coordinate.relative) return coordinate.value
  const index = home + coordinate.value
  return index >= 0 && index < size ? index : ((index % size) + size) % size
}

function isPlain(value: Value): value is Scalar {
  return value === null || typeof value !== 'object' || value instanceof ExcelError
}

function variable(slot: number, env: Environment | undefined): Value {
  for (let entry = env; entry; entry = entry.next) {
    if (entry.slot === slot) return entry.value === EMPTY ? null : entry.value
  }
  return errors.name
}

function isOmitted(slot: number, env: Environment | undefined): boolean {
  for (let entry = env; entry; entry = entry.next) if (entry.slot === slot) return entry.value === EMPTY
  return false
}

function matrixOf(value: Value): Matrix {
  if (value instanceof Matrix) return value
  if (isReference(value)) {
    if (value.areas.length !== 1) return new Matrix(1, 1, [errors.value])
    const grid = value.grid(0)
    return broadcast([grid], ([cell]) => cell ?? null)
  }
  return new Matrix(1, 1, [isLambda(value) ? errors.calc : value])
}

/** Element of an array formula's result: rows and columns of one repeat, what lies outside is #N/A. */
function elementOf(matrix: Matrix, row: number, col: number): Scalar {
  const r = matrix.rows === 1 ? 0 : row
  const c = matrix.cols === 1 ? 0 : col
  return r < matrix.rows && c < matrix.cols ? matrix.at(r, c) : errors.na
}
