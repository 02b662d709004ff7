import type { Bound, BoundCall, BoundLambda } from '../3-bind/bound.ts'
import { Code, js } from './code.ts'
import { Frame } from './frame.ts'
import { isRange } from './is-range.ts'
import { NORMAL } from './number-size.ts'
import type { LoopParts } from './program-builder.ts'
import { callsItself, isShareable, lambdaOf } from './shared-lambda.ts'
import { elementValue } from './typed-cells.ts'
import { named, normal } from './typed-conversions.ts'
import { PlacedCells, type Shape, summed, unlessCancelled } from './typed-elements.ts'
import { arithmetic, type AreaPosition, fixedSpan, NotTyped, type Position, type Typed } from './typed-expression.ts'
import { areaPosition } from './typed-positions.ts'
import type { TypedWriting } from './typed-writing.ts'

// LAMBDAs of numbers. A parameter that is anything but a number leaves the cell to the exact way: whether a function
// is given a cell or its value makes no difference then.

/** Wider rows are left to the exact way, because code is written for each cell. */
const MOST_CELLS = 64
/** LAMBDAs of names that call each other deeper are left to the exact way, because each call is written out. */
const MOST_NESTED = 3
const MOST_ELEMENTS = 1_000_000

/** Functions whose result is an array with one element per call of a LAMBDA. */
const MAKERS: ReadonlySet<string> = new Set(['MAP', 'SCAN', 'BYROW', 'BYCOL', 'MAKEARRAY'])

export function isLambdaArray(node: Bound): node is BoundCall {
  return node.kind === 'call' && MAKERS.has(node.definition.name)
}

/** SUM, MAX or MIN of the results of a LAMBDA: one loop, without the array. */
export function overLambdaArray(writer: TypedWriting, array: BoundCall, name: 'SUM' | 'MAX' | 'MIN'): Typed {
  const loop = new LambdaLoop(writer)
  const { length, value } = loop.elements(array)
  return loop.called(name === 'SUM' ? summed(value) : extreme(value, name === 'MAX'), length)
}

export function reduced(writer: TypedWriting, [initial, array, by]: readonly Bound[]): Typed {
  if (!initial || !array || !by) throw new NotTyped()
  const loop = new LambdaLoop(writer)
  const { total, length, value } = loop.accumulated(initial, array, by)
  return loop.called({ start: js``, step: js`${total} = ${value}`, result: total }, length)
}

/** A call of a LAMBDA, written out. */
export function applied(writer: TypedWriting, { callee, args }: Extract<Bound, { kind: 'apply' }>): Typed {
  if (writer.mode.elements || writer.mode.tolerant) throw new NotTyped()
  lambdaIn(writer, callee)
  const inner = writer.inMode({ isBody: true, isWhole: false })
  const given = args.map((arg) => named(inner, onlyNumber(inner.value(arg))))
  return bodyValue(inner, callee, given)
}

/** A function of a row or column that a LAMBDA was given, by its cells; undefined for any other call. */
export function overRow(writer: TypedWriting, { definition, args }: BoundCall): Typed | undefined {
  const [row, place, ...more] = args
  const cells = row?.kind === 'variable' ? writer.mode.rows.get(row.slot) : undefined
  if (!cells) return undefined
  if (writer.mode.tolerant) throw new NotTyped()
  const codes = cells.map(({ code }) => code)
  switch (definition.name) {
    case 'INDEX': {
      const known = place?.kind === 'constant' && typeof place.value === 'number' ? cells[place.value - 1] : undefined
      if (!known || more.length > 0) throw new NotTyped()
      return known
    }
    case 'MAX':
    case 'MIN': {
      if (place) throw new NotTyped()
      const code = definition.name === 'MAX' ? js`Math.max(${codes})` : js`Math.min(${codes})`
      return { ...arithmetic(code, false), size: NORMAL }
    }
    case 'SUM': {
      const last = codes.pop()
      if (place || !last) throw new NotTyped()
      const [before, sum] = [writer.frame.temporary(), writer.frame.temporary()]
      const first = codes.reduce((left, right) => js`${left} + ${right}`, js`0`)
      const result = unlessCancelled(sum, before, last)
      return arithmetic(js`(${before} = ${first}, ${sum} = ${before} + ${last}, ${result})`, false)
    }
    default:
      throw new NotTyped()
  }
}

function extreme(value: Code, isMax: boolean): LoopParts {
  return isMax
    ? { start: js`let best = -Infinity; `, step: js`best = Math.max(best, ${value})`, result: js`best` }
    : { start: js`let best = Infinity; `, step: js`best = Math.min(best, ${value})`, result: js`best` }
}

/** A loop over the elements of an array, in a function of the current line and of variables of LET. */
class LambdaLoop {
  private readonly outer: TypedWriting
  private readonly frame: Frame
  private readonly inner: TypedWriting
  private readonly params: Code[] = []
  private readonly args: Code[] = []

  constructor(writer: TypedWriting) {
    if (writer.mode.elements || writer.mode.tolerant) throw new NotTyped()
    this.outer = writer
    this.frame = new Frame(true, js`line`, writer.frame.families, writer.program.counter)
    const variables = new Map([...writer.mode.variables].map(([slot, typed]) => [slot, this.passed(typed)]))
    const rows = new Map([...writer.mode.rows].map(([slot, cells]) => [slot, cells.map((cell) => this.passed(cell))]))
    const { nested } = writer.mode
    this.inner = writer.within(writer.family, this.frame).inMode({ isBody: true, variables, rows, nested })
  }

  /** A value of the surrounding code. */
  private passed(typed: Typed): Typed {
    if (typed.literal !== undefined) return typed
    const name = Code.name('p', this.outer.program.counter())
    this.params.push(name)
    this.args.push(typed.code)
    return { ...typed, code: name, invariant: true, simple: true }
  }

  called(parts: LoopParts, length: number): Typed {
    const { program, frame } = this.outer
    const name = program.elementLoop(this.frame, length, this.params, parts)
    return arithmetic(js`${name}(${[frame.line, ...this.args]})`, false)
  }

  /** The results of a LAMBDA for each element `k`. */
  elements({ definition, args }: BoundCall): { readonly length: number; readonly value: Code } {
    const [first, second, third] = args
    const by = args.at(-1)
    if (!first || !second || !by) throw new NotTyped()
    switch (definition.name) {
      case 'MAP': {
        const arrays = args.slice(0, -1).map((array) => this.area(array))
        const shapes = arrays.map(shapeOf)
        const [shape] = shapes
        if (!shape || shapes.some(({ rows, cols }) => rows !== shape.rows || cols !== shape.cols)) throw new NotTyped()
        const given = arrays.map((area) => this.element(area, shape))
        return { length: shape.rows * shape.cols, value: this.result(by, given) }
      }
      case 'SCAN': {
        if (!third) throw new NotTyped()
        const { total, length, value } = this.accumulated(first, second, third)
        return { length, value: js`(${total} = ${value})` }
      }
      case 'BYROW':
      case 'BYCOL': {
        const area = this.area(first)
        const { rows, cols } = shapeOf(area)
        const isRow = definition.name === 'BYROW'
        const [length, width] = isRow ? [rows, cols] : [cols, rows]
        if (width > MOST_CELLS) throw new NotTyped()
        const cells = Array.from({ length: width }, (_, i) =>
          isRow
            ? this.element({ ...area, left: moved(area.left, i), right: moved(area.left, i) }, { rows, cols: 1 })
            : this.element({ ...area, top: moved(area.top, i), bottom: moved(area.top, i) }, { rows: 1, cols }),
        )
        const [only, ...more] = cells
        return { length, value: this.result(by, [only && more.length === 0 ? only : cells]) }
      }
      default: {
        const [rows, cols] = [sizeOf(first), sizeOf(second)]
        if (!third || rows * cols > MOST_ELEMENTS) throw new NotTyped()
        const row = named(this.inner, whole(js`Math.floor(k / ${cols}) + 1`))
        const col = named(this.inner, whole(js`k % ${cols} + 1`))
        return { length: rows * cols, value: this.result(by, [row, col]) }
      }
    }
  }

  /** The next total of REDUCE or SCAN from the one before and an element. */
  accumulated(initial: Bound, array: Bound, by: Bound): { total: Code; length: number; value: Code } {
    if (initial.kind === 'missing' || isRange(initial)) throw new NotTyped()
    const first = this.passed(onlyNumber(this.outer.inMode({ isBody: true }).value(initial)))
    const total = this.frame.starting(normal(this.inner, first).code)
    const area = this.area(array)
    const shape = shapeOf(area)
    const before: Typed = { code: total, type: 'number', invariant: false, simple: true, size: NORMAL }
    const value = this.result(by, [before, this.element(area, shape)])
    return { total, length: shape.rows * shape.cols, value }
  }

  private result(by: Bound, given: readonly Given[]): Code {
    const typed = bodyValue(this.inner, by, given)
    if (typed.type !== 'number') throw new NotTyped()
    return normal(this.inner, typed).code
  }

  private area(array: Bound): AreaPosition {
    if (!isRange(array)) throw new NotTyped()
    return areaPosition(this.inner, array)
  }

  /** Element `k` of an area. */
  private element(area: AreaPosition, shape: Shape): Typed {
    const { sheet, top, left, bottom, right } = area
    const { family } = this.inner
    const isFixed = top.kind === 'fixed' && left.kind === 'fixed' && bottom.kind === 'fixed' && right.kind === 'fixed'
    // The same cells for the whole family: one table of positions.
    const seen = isFixed ? this.inner.within({ ...family, count: 1 }, this.frame) : this.inner
    const placed = new PlacedCells(seen, shape)
    const reader = seen.inMode({ isBody: false, elements: { variable: js`k`, ...shape, placed } })
    const range = isFixed ? { top: top.value, left: left.value, bottom: bottom.value, right: right.value } : undefined
    const typed = range ? reader.value({ kind: 'fixedArea', sheet, range }) : elementValue(reader, area)
    if (typed.type !== 'number') throw new NotTyped()
    return named(this.inner, { ...typed, size: NORMAL })
  }
}

/** A number, or the cells of a row or column. */
type Given = Typed | readonly Typed[]

/** The LAMBDA of an argument or a name, if it can be written out. */
function lambdaIn({ family, mode }: TypedWriting, node: Bound): BoundLambda {
  if (node.kind === 'lambda') return node
  const lambda = node.kind === 'name' ? lambdaOf(node.name) : undefined
  if (!lambda || node.kind !== 'name' || mode.nested >= MOST_NESTED) throw new NotTyped()
  if (callsItself(node.name) || !isShareable(node.name, family)) throw new NotTyped()
  return lambda
}

function bodyValue(writer: TypedWriting, by: Bound, given: readonly Given[]): Typed {
  const lambda = lambdaIn(writer, by)
  if (lambda.slots.length !== given.length) throw new NotTyped()
  const isName = by.kind === 'name'
  // The LAMBDA of a name does not see the variables around the call.
  const variables = new Map(isName ? [] : writer.mode.variables)
  const rows = new Map(isName ? [] : writer.mode.rows)
  lambda.slots.forEach((slot, i) => {
    const one = given[i] as Given
    if ('code' in one) variables.set(slot, one)
    else rows.set(slot, one)
  })
  const nested = writer.mode.nested + (isName ? 1 : 0)
  return writer.inMode({ isBody: true, isWhole: false, nested, variables, rows }).value(lambda.body)
}

/** The value if it is a number, otherwise NaN. */
function onlyNumber(typed: Typed): Typed {
  if (typed.type === 'number') return typed
  if (typed.type !== 'scalar' || typed.literal !== undefined) throw new NotTyped()
  return { ...typed, code: js`f.onlyNumber(${typed.code})`, type: 'number', simple: false, size: NORMAL }
}

function whole(code: Code): Typed {
  return { ...arithmetic(code, false), size: NORMAL }
}

function sizeOf(node: Bound): number {
  if (node.kind !== 'constant' || typeof node.value !== 'number' || node.value < 1) throw new NotTyped()
  return Math.trunc(node.value)
}

function shapeOf({ top, left, bottom, right }: AreaPosition): Shape {
  const rows = fixedSpan(top, bottom)
  const cols = fixedSpan(left, right)
  if (rows === undefined || cols === undefined || rows * cols > MOST_ELEMENTS) throw new NotTyped()
  return { rows, cols }
}

function moved(position: Position, by: number): Position {
  if (position.kind === 'fixed') return { kind: 'fixed', value: position.value + by }
  if (position.kind === 'moving') return { kind: 'moving', offset: position.offset + by }
  throw new NotTyped()
}
