import { broadcast } from '@sheetwright/runtime/broadcast.ts'
import type { CallContext, FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import {
  type CallArgument,
  EMPTY,
  intersected,
  intersection,
  invoke,
  isLifted,
  paramAt,
} from '@sheetwright/runtime/invoke.ts'
import { MAX_LAMBDA_DEPTH } from '@sheetwright/runtime/lambda-depth.ts'
import { snapped } from '@sheetwright/runtime/numeric/cancellation.ts'
import { negate, operate, percent, plus, scalarOperators } from '@sheetwright/runtime/operators.ts'
import {
  type Area,
  ExcelError,
  errors,
  isLambda,
  isReference,
  kept,
  keptMatrix,
  type Lambda,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import { cornersAt, placed } from '../2-parse/placed.ts'
import type { Point } from '../2-parse/tree.ts'
import { mayBeUnknown } from '../3-bind/add-in-functions.ts'
import type {
  Bound,
  BoundArea,
  BoundCall,
  BoundExternal,
  BoundFormula,
  BoundLambda,
  BoundUncomputable,
} from '../3-bind/bound.ts'
import { OWN_SHEET } from '../3-bind/bound.ts'
import { cellName } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { Workbook } from '../model/workbook.ts'
import { holdsArrayConstant } from './array-constants.ts'
import { countsByFirst, keepsSingle, takesArrays } from './array-parameters.ts'
import { CellRandom } from '@sheetwright/runtime/cell-random.ts'
import { certainNodes } from '../3-bind/parts-of.ts'
import { CompiledBodies, type Environment, variableIn } from './compiled-bodies.ts'
import { boundingArea, commonArea } from './range.ts'
import { StepBudgetExceeded } from './step-budget.ts'

/**
 * How ranges count where one value is expected. SINGLE: the cell in the formula's row or column (outside array
 * formulas). OPEN: the same, but directly in an argument that takes ranges, where IF keeps an array that its condition
 * gives. ARRAY: every cell. FORCED: every cell too, because a function such as SUMPRODUCT requires arrays.
 */
export type Mode = typeof SINGLE | typeof FORCED | typeof ARRAY | typeof OPEN
export const SINGLE = 0
const FORCED = 1
export const ARRAY = 2
const OPEN = 3

export function isSingle(mode: Mode): boolean {
  return mode === SINGLE || mode === OPEN
}

/** The mode of an operator's operands in a formula of this mode. */
export function operandMode(mode: Mode): Mode {
  return mode === OPEN ? SINGLE : mode
}

/** The mode of each argument of a call. */
export function argumentModes({ definition, args }: BoundCall, mode: Mode): Mode[] {
  const inner = mode === FORCED && keepsSingle(definition.name) ? SINGLE : mode
  return args.map((arg, i) => {
    const param = paramAt(definition, i)
    if (!param || param.kind === 'lazy') return inner
    if (isSingle(inner) && countsByFirst(definition.name, i)) return SINGLE
    if (isLifted(param)) return operandMode(inner)
    if (!isSingle(inner) || (inner === SINGLE && param.intersect)) return inner
    return takesArrays(definition.name, i, arg) ? FORCED : OPEN
  })
}

/** Deeper nodes have no value: the JavaScript stack must hold them. */
const MAX_NODE_DEPTH = 2500
/** A call uses as much stack as this many nodes. */
const CALL_DEPTH = 2
/** The body of a LAMBDA uses about as much stack as this many nodes. */
const BODY_DEPTH = 4

/** The cell whose formula is being computed. */
export interface Home {
  readonly sheet: number
  readonly row: number
  readonly col: number
  /** Saved value, for what cannot be computed. */
  readonly saved: Scalar | undefined
}

/** What formulas need from the cells around them. */
export interface Cells {
  read(sheet: number, row: number, col: number): Scalar
  reference(areas: readonly Area[]): Reference
  /** Called for every single cell that is read without making a reference. */
  noted(sheet: number, row: number, col: number): void
  /**
   * The range of the dynamic array that starts in this cell, or the reason if it has no result; undefined if no array
   * starts here.
   */
  spill(sheet: number, row: number, col: number): Area | ExcelError | undefined
  /** Sheet index for reading the cached cells of another workbook. */
  externalSheet(cells: CellTable): number
}

interface Limits {
  readonly steps: number
  readonly seed: number
  readonly isInterpreting?: boolean
}

/**
 * Computes bound formulas. Handles operators, functions, names and variables; the evaluator handles cells and their
 * states.
 */
export class FormulaMachine {
  home: Home = { sheet: 0, row: 0, col: 0, saved: undefined }
  /** Nesting depth of nodes and cells on the JavaScript stack. */
  depth = 0
  private steps = 0
  private lambdaDepth = 0
  private readonly random = new WeakMap<Home, CellRandom>()
  private readonly workbook: Workbook
  private readonly cells: Cells
  private readonly context: CallContext
  private readonly limits: Limits
  private readonly bodies: CompiledBodies

  constructor(workbook: Workbook, cells: Cells, limits: Limits, context: (machine: FormulaMachine) => CallContext) {
    this.workbook = workbook
    this.cells = cells
    this.limits = limits
    this.context = context(this)
    this.bodies = new CompiledBodies({
      context: this.context,
      walk: (node, env) => this.evaluate(node, ARRAY, env),
      readCell: (node) => this.readCell(node),
      invoke: (definition, args) => this.invoked(definition, args),
      lambda: (node, env) => this.lambda(node, env),
      apply: (target, args, given) => this.applied(target, args, given),
      negate: (value) => negate(value, this.context),
    })
  }

  /** Each cell has its own random numbers, the same each time it is computed. */
  nextRandom(): number {
    let numbers = this.random.get(this.home)
    if (!numbers) {
      const { sheet, row, col } = this.home
      this.random.set(this.home, (numbers = new CellRandom(this.limits.seed, sheet, row, col)))
    }
    return numbers.next()
  }

  /** The steps of the run so far. */
  get stepsDone(): number {
    return this.steps
  }

  charge(steps: number): void {
    this.steps += steps
    if (this.steps > this.limits.steps) throw new StepBudgetExceeded(this.limits.steps, this.label())
  }

  /**
   * The result of a formula in a cell. If it ends in a sum or difference that nearly cancels, it snaps to 0; inside a
   * formula and in parentheses Excel does not do that.
   */
  result({ tree }: BoundFormula, mode: Mode): Value {
    if (tree.kind === 'operate' && (tree.operator === '+' || tree.operator === '-')) {
      const left = this.operand(tree.left, mode, undefined)
      const right = this.operand(tree.right, mode, undefined)
      const result = operate(tree.operator, left, right, this.context)
      return typeof result === 'number' && typeof left === 'number' && typeof right === 'number'
        ? snapped(result, left, right)
        : result
    }
    return this.evaluate(tree, mode, undefined)
  }

  /** The value of a result in a cell outside array formulas. */
  single(value: Value): Scalar {
    if (value instanceof Matrix) return kept(value.at(0, 0))
    if (isReference(value)) return intersection(value, this.context)
    return isLambda(value) ? errors.calc : value
  }

  label(): string {
    const { sheet, row, col } = this.home
    return `${this.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
  }

  evaluate(node: Bound, mode: Mode, env: Environment | undefined): Value {
    if (++this.steps > this.limits.steps) throw new StepBudgetExceeded(this.limits.steps, this.label())
    if (++this.depth > MAX_NODE_DEPTH) return this.tooDeep()
    const result = this.node(node, mode, env)
    this.depth--
    return result
  }

  /** For cyclic names and LAMBDAs that never end. */
  private tooDeep(): Scalar {
    this.depth--
    return errors.num
  }

  private node(node: Bound, mode: Mode, env: Environment | undefined): Value {
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'missing':
        return null
      case 'cell': {
        const { sheet, row, col } = this.position(node)
        return this.cells.reference([{ sheet, top: row, left: col, bottom: row, right: col }])
      }
      case 'area':
        return this.cells.reference(this.areas(node))
      case 'fixedArea':
        return this.cells.reference([{ sheet: node.sheet, ...node.range }])
      case 'tableRow':
        return this.tableRow(node)
      case 'external':
        return this.external(node)
      case 'name':
        return this.evaluate(node.name.formula().tree, ARRAY, undefined)
      case 'variable':
        return variableIn(node.slot, env)
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
      case 'plus': {
        const value = this.evaluate(node.operand, mode, env)
        return isSingle(mode) ? value : plus(value)
      }
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
    // A long sum is a left-deep tree; a loop over it keeps the stack flat.
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

  /** A value for an operator: single cells are read directly, ranges are cut down unless arrays are expected. */
  private operand(node: Bound, mode: Mode, env: Environment | undefined): Value {
    if (node.kind === 'cell') return this.readCell(node)
    if (node.kind === 'constant') return node.value
    const value = this.evaluate(node, mode === OPEN ? SINGLE : mode, env)
    return isSingle(mode) ? intersected(value, this.context) : value
  }

  private readCell(node: Bound & { kind: 'cell' }): Scalar {
    const { sheet, row, col } = this.position(node)
    this.cells.noted(sheet, row, col)
    return this.cells.read(sheet, row, col)
  }

  /** An argument of a table lookup: outside array formulas even an array constant counts as its first element. */
  private firstOperand(node: Bound, env: Environment | undefined): Value {
    const value = this.evaluate(node, SINGLE, env)
    return value instanceof Matrix ? value.at(0, 0) : value
  }

  private position(node: Bound & { kind: 'cell' }): { sheet: number; row: number; col: number } {
    const { grid } = this.workbook
    return {
      sheet: node.sheet === OWN_SHEET ? this.home.sheet : node.sheet,
      row: placed(node.point.row, this.home.row, grid.rows),
      col: placed(node.point.col, this.home.col, grid.cols),
    }
  }

  private areas(node: BoundArea): Area[] {
    const first = node.sheet === OWN_SHEET ? this.home.sheet : node.sheet
    const last = node.sheet === OWN_SHEET ? this.home.sheet : node.lastSheet
    const corners = this.corners(node.from, node.to)
    if (first === last) return [{ sheet: first, ...corners }]
    const areas: Area[] = []
    for (let sheet = first; sheet <= last; sheet++) {
      if (this.workbook.sheets[sheet]?.kind === 'worksheet') areas.push({ sheet, ...corners })
    }
    return areas
  }

  private corners(from: Point, to: Point): Omit<Area, 'sheet'> {
    return cornersAt(from, to, this.home, this.workbook.grid)
  }

  private tableRow({ table, left, right }: Bound & { kind: 'tableRow' }): Value {
    const { row } = this.home
    const first = table.range.top + table.headerRows
    if (row < first || row > table.range.bottom - table.totalsRows) return errors.value
    return this.cells.reference([{ sheet: table.sheet, top: row, bottom: row, left, right }])
  }

  /** Cells of another workbook are read from Excel's cached values, like a sheet. */
  private external(node: BoundExternal): Value {
    if (!node.cells) return this.failed('#REF!', `no saved value of ${node.description}`)
    const sheet = this.cells.externalSheet(node.cells)
    return this.cells.reference([{ sheet, ...this.corners(node.from, node.to) }])
  }

  private uncomputable(node: BoundUncomputable): Scalar {
    if (this.isNameSaved()) return errors.name
    return this.failed('#NAME?', `${node.cause}: ${node.what}`)
  }

  /** If Excel did not know the function either, #NAME? is an ordinary value. */
  private isNameSaved(): boolean {
    return this.home.saved instanceof ExcelError && this.home.saved.code === '#NAME?'
  }

  private isAddInMissing(name: string): boolean {
    return this.isNameSaved() && mayBeUnknown(name, this.workbook.format)
  }

  private failed(code: '#NAME?' | '#REF!', reason: string): ExcelError {
    return new ExcelError(code, { cell: this.label(), reason })
  }

  private spillRange(value: Value): Value {
    if (!isReference(value)) return value instanceof ExcelError ? value : errors.ref
    const [area] = value.areas
    if (!area || value.areas.length !== 1) return errors.ref
    if (area.top !== area.bottom || area.left !== area.right) return errors.ref
    const spill = this.cells.spill(area.sheet, area.top, area.left)
    if (spill instanceof ExcelError) return spill
    return spill ? this.cells.reference([spill]) : errors.ref
  }

  private combined(kind: 'range' | 'intersection' | 'union', left: Value, right: Value): Value {
    if (left instanceof ExcelError) return left
    if (right instanceof ExcelError) return right
    if (!isReference(left) || !isReference(right)) return errors.value
    if (kind === 'union') return this.cells.reference([...left.areas, ...right.areas])
    if (kind === 'intersection') {
      const common = left.areas.flatMap((a) => right.areas.flatMap((b) => commonArea(a, b) ?? []))
      return common.length === 0 ? errors.null : this.cells.reference(common)
    }
    const [a, ...moreA] = left.areas
    const [b, ...moreB] = right.areas
    if (!a || !b || moreA.length + moreB.length > 0 || a.sheet !== b.sheet) return errors.value
    // Excel does not build a range between references to another workbook.
    if (a.sheet >= this.workbook.sheets.length) return errors.ref
    return this.cells.reference([boundingArea(a, b)])
  }

  private call(
    definition: FunctionDefinition,
    args: readonly Bound[],
    mode: Mode,
    env: Environment | undefined,
  ): Value {
    if (this.isAddInMissing(definition.name)) return errors.name
    const inner = mode === FORCED && keepsSingle(definition.name) ? SINGLE : mode
    const ready: CallArgument[] = []
    for (let i = 0; i < args.length; i++) {
      const node = args[i] as Bound
      const param = paramAt(definition, i)
      if (node.kind === 'missing' || !param) ready.push(EMPTY)
      else if (param.kind === 'lazy') ready.push(() => this.evaluate(node, inner, env))
      else if (isSingle(inner) && countsByFirst(definition.name, i)) ready.push(this.firstOperand(node, env))
      else if (isLifted(param)) ready.push(this.operand(node, inner, env))
      else if (inner === SINGLE && param.intersect) ready.push(firstOfResult(node, this.evaluate(node, inner, env)))
      else if (isSingle(inner))
        ready.push(this.evaluate(node, takesArrays(definition.name, i, node) ? FORCED : OPEN, env))
      else ready.push(this.evaluate(node, inner, env))
    }
    this.depth += CALL_DEPTH
    const result = invoke(definition, this.context, ready, isSingle(inner))
    this.depth -= CALL_DEPTH
    return result
  }

  private invoked(definition: FunctionDefinition, args: readonly CallArgument[]): Value {
    return this.isAddInMissing(definition.name) ? errors.name : invoke(definition, this.context, args, false)
  }

  private apply(callee: Bound, args: readonly Bound[], mode: Mode, env: Environment | undefined): Value {
    return this.applied(this.evaluate(callee, mode, env), args, () =>
      args.map((arg) => (arg.kind === 'missing' ? EMPTY : this.evaluate(arg, ARRAY, env))),
    )
  }

  private applied(target: Value, args: readonly Bound[], given: () => (Value | typeof EMPTY)[]): Value {
    if (!isLambda(target)) return target instanceof ExcelError ? target : errors.ref
    if (args.length < target.minArgs || args.length > target.maxArgs) return errors.value
    return target.call(given() as Value[])
  }

  private lambda(node: BoundLambda, env: Environment | undefined): Lambda {
    const { isInterpreting } = this.limits
    const steps = isInterpreting ? 0 : certainNodes(node.body)
    return {
      kind: 'lambda',
      minArgs: node.required,
      maxArgs: node.slots.length,
      call: (args) => {
        if (this.lambdaDepth >= MAX_LAMBDA_DEPTH) return errors.num
        const { depth } = this
        this.lambdaDepth++
        this.depth += isInterpreting ? CALL_DEPTH : BODY_DEPTH
        try {
          let inner = env
          for (let i = 0; i < node.slots.length; i++) {
            inner = { slot: node.slots[i] as number, value: i < args.length ? (args[i] as Value) : EMPTY, next: inner }
          }
          if (isInterpreting) return this.evaluate(node.body, ARRAY, inner)
          this.charge(steps)
          return this.bodies.of(node.body)(inner)
        } finally {
          this.lambdaDepth--
          this.depth = depth
        }
      },
    }
  }

  private functionValue(definition: FunctionDefinition): Lambda {
    const required = definition.params.filter((param) => !param.optional && param.default === undefined).length
    return {
      kind: 'lambda',
      name: definition.name,
      minArgs: required,
      maxArgs: definition.repeat ? Number.POSITIVE_INFINITY : definition.params.length,
      call: (args) => invoke(definition, this.context, args, false),
    }
  }
}

/**
 * Outside array formulas an array result of a function counts as its first element where one value is expected (the
 * condition of IF); an array constant stays an array.
 */
function firstOfResult(node: Bound, value: Value): Value {
  return value instanceof Matrix && !holdsArrayConstant(node) ? value.at(0, 0) : value
}

function isPlain(value: Value): value is Scalar {
  return value === null || typeof value !== 'object' || value instanceof ExcelError
}

function isOmitted(slot: number, env: Environment | undefined): boolean {
  for (let entry = env; entry; entry = entry.next) if (entry.slot === slot) return entry.value === EMPTY
  return false
}

/** A result as an array. */
export function matrixOf(value: Value): Matrix {
  if (value instanceof Matrix) return keptMatrix(value)
  if (isReference(value)) {
    if (value.areas.length !== 1) return new Matrix(1, 1, [errors.value])
    return broadcast([value.grid(0)], ([cell]) => cell ?? null)
  }
  return new Matrix(1, 1, [isLambda(value) ? errors.calc : value])
}
