import { isGrid, readCells } from '../cells.ts'
import { toBoolean } from '../coerce.ts'
import { compareNumbers } from '../compare.ts'
import type { CallContext, FunctionDefinition } from '../functions/definition.ts'
import { EMPTY, tidy } from '../invoke.ts'
import { MAX_LAMBDA_DEPTH } from '../lambda-depth.ts'
import { RunningSum } from '../numeric/running-sum.ts'
import { RangePart, SingleCell } from '../range-part.ts'
import { power, settled } from '../operators.ts'
import { ExcelError, isReference, type Lambda, type Reference, type Scalar, type Value } from '../values.ts'
import type { CellSpace, Segment } from './cell-space.ts'
import { valueIn } from './cell-space.ts'
import type { ExactMachine } from './exact-machine.ts'

type Given = Value | typeof EMPTY
type Body = (...args: Given[]) => Value

/**
 * The operations that generated LAMBDA bodies call. Bodies run thousands of times per cell: numbers take a short path,
 * everything else takes the exact machine's path, so that both give the same result.
 */
export class LambdaMachine {
  readonly context: CallContext
  private readonly exact: ExactMachine
  private readonly space: CellSpace
  private depth = 0

  constructor(exact: ExactMachine, space: CellSpace) {
    this.exact = exact
    this.context = exact.context
    this.space = space
  }

  /** Enters a body; false if too many bodies are active. */
  enter(steps: number): boolean {
    if (this.depth >= MAX_LAMBDA_DEPTH) return false
    this.context.charge(steps)
    this.depth++
    return true
  }

  leave(): void {
    this.depth--
  }

  lambda(required: number, count: number, body: Body, values: readonly boolean[]): Lambda {
    return new ProgramLambda(required, count, body, values)
  }

  /** A parameter that is only used as a value: the value of a single cell instead of the cell. */
  value(given: Given): Given {
    if (given instanceof SingleCell) return given.value()
    if (!isReference(given)) return given
    const cells = readCells(given)
    return isGrid(cells) ? given : cells
  }

  /** The same for a parameter that may never be read: cells computed on demand wait until it is. */
  known(given: Given): Given {
    return this.space.demand ? given : this.value(given)
  }

  /** INDEX of a range, or of one row or column, where the value is needed and not the cell. */
  element(definition: FunctionDefinition, cells: Value, first: Value, second?: Value): Value {
    if (typeof first === 'number' && isReference(cells) && cells.areas.length === 1) {
      const grid = cells.grid(0)
      const isAlone = second === undefined
      const row = isAlone && grid.rows === 1 ? 1 : first
      const col = !isAlone ? second : grid.rows === 1 ? first : grid.cols === 1 ? 1 : 0
      if (typeof col === 'number' && isPlace(row, grid.rows) && isPlace(col, grid.cols)) {
        return grid.at(row - 1, col - 1)
      }
    }
    return this.exact.call(definition, second === undefined ? [cells, first] : [cells, first, second], false)
  }

  add(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return settled(left + right)
    return this.exact.operate('+', left, right)
  }

  subtract(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return settled(left - right)
    return this.exact.operate('-', left, right)
  }

  multiply(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return settled(left * right)
    return this.exact.operate('*', left, right)
  }

  divide(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number' && right !== 0) return settled(left / right)
    return this.exact.operate('/', left, right)
  }

  power(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return power(left, right)
    return this.exact.operate('^', left, right)
  }

  join(left: Value, right: Value): Value {
    return this.exact.operate('&', left, right)
  }

  equal(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) === 0
    return this.exact.operate('=', left, right)
  }

  differs(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) !== 0
    return this.exact.operate('<>', left, right)
  }

  less(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) < 0
    return this.exact.operate('<', left, right)
  }

  atMost(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) <= 0
    return this.exact.operate('<=', left, right)
  }

  more(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) > 0
    return this.exact.operate('>', left, right)
  }

  atLeast(left: Value, right: Value): Value {
    if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right) >= 0
    return this.exact.operate('>=', left, right)
  }

  negate(value: Value): Value {
    return typeof value === 'number' ? settled(-value) : this.exact.negate(value)
  }

  /** The condition of IF: true, false, an error, or an array. */
  truth(condition: Value): Value {
    if (typeof condition === 'boolean') return condition
    const cells = readCells(condition)
    return isGrid(cells) ? condition : toBoolean(cells)
  }

  isError(value: Value): boolean {
    return value instanceof ExcelError
  }

  /** A number, text or boolean: IFERROR returns it, and functions take it unchanged. */
  isData(value: Value): boolean {
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
  }

  larger(definition: FunctionDefinition, left: Value, right: Value): Value {
    if (typeof left !== 'number' || typeof right !== 'number') return this.exact.call(definition, [left, right], false)
    return right > left ? right : left
  }

  smaller(definition: FunctionDefinition, left: Value, right: Value): Value {
    if (typeof left !== 'number' || typeof right !== 'number') return this.exact.call(definition, [left, right], false)
    return right < left ? right : left
  }

  /** SUM of one row, column or other range. */
  sum(definition: FunctionDefinition, cells: Value): Value {
    if (!(cells instanceof RangePart)) return this.exact.call(definition, [cells], false)
    const grid = cells.grid()
    const total = new RunningSum()
    this.context.charge((grid.rows * grid.cols) >> 4)
    for (let row = 0; row < grid.usedRows; row++) {
      for (let col = 0; col < grid.usedCols; col++) {
        const value = grid.at(row, col)
        if (typeof value === 'number') total.add(value)
        else if (value instanceof ExcelError) return value
      }
    }
    return tidy(total.result())
  }

  /** The result of a function's body as a call returns it. */
  result(value: Value): Value {
    return tidy(value)
  }

  /** Reads cells of one column repeatedly. */
  site(): CellSite {
    return new CellSite(this.exact, this.space)
  }

  /** Cells that a body refers to each time it runs. */
  range(sheet: number, top: number, left: number, bottom: number, right: number): FixedRange {
    return new FixedRange(this.exact, sheet, top, left, bottom, right)
  }
}

function isPlace(place: number, count: number): boolean {
  return place >= 1 && place <= count && Number.isInteger(place)
}

class ProgramLambda implements Lambda {
  readonly kind = 'lambda'
  readonly minArgs: number
  readonly maxArgs: number
  readonly values: readonly boolean[]
  private readonly body: Body

  constructor(required: number, count: number, body: Body, values: readonly boolean[]) {
    this.values = values
    this.minArgs = required
    this.maxArgs = count
    this.body = body
  }

  call(args: readonly Value[]): Value {
    const { body, maxArgs } = this
    const given = args.length
    if (maxArgs === 1) return body(given > 0 ? (args[0] as Value) : EMPTY)
    if (maxArgs === 2) return body(given > 0 ? (args[0] as Value) : EMPTY, given > 1 ? (args[1] as Value) : EMPTY)
    return body(...Array.from({ length: maxArgs }, (_, i) => (i < given ? (args[i] as Value) : EMPTY)))
  }
}

/** A site in a program that reads one cell: it caches where cells of that column are stored. */
class CellSite {
  private readonly exact: ExactMachine
  private readonly space: CellSpace
  private segment: Segment | undefined
  private sheet = -1
  private col = -1

  constructor(exact: ExactMachine, space: CellSpace) {
    this.exact = exact
    this.space = space
  }

  read(sheet: number, row: number, col: number): Scalar {
    if (this.space.demand !== undefined || this.exact.isRecording) return this.exact.read(sheet, row, col)
    const { segment } = this
    if (segment && this.sheet === sheet && this.col === col && row >= segment.top && row <= segment.bottom) {
      return valueIn(segment, row)
    }
    this.segment = this.space.find(sheet, row, col)
    this.sheet = sheet
    this.col = col
    return this.exact.read(sheet, row, col)
  }
}

/** A range that is the same in all runs: its reference is made once. */
class FixedRange {
  private readonly exact: ExactMachine
  private readonly place: readonly [number, number, number, number, number]
  private reference: Reference | undefined

  constructor(exact: ExactMachine, sheet: number, top: number, left: number, bottom: number, right: number) {
    this.exact = exact
    this.place = [sheet, top, left, bottom, right]
  }

  get(): Reference {
    if (this.reference && !this.exact.isRecording) return this.reference
    const [sheet, top, left, bottom, right] = this.place
    return (this.reference = this.exact.areas([{ sheet, top, left, bottom, right }]))
  }
}
