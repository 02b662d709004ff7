import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { colAt, rowAt } from '../4-analyse/family.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import { type Code, js } from './code.ts'
import { Frame } from './frame.ts'
import { ANY, NORMAL } from './number-size.ts'
import type { LoopParts } from './program-builder.ts'
import {
  arithmetic,
  type AreaPosition,
  fixed,
  fixedSpan,
  NotTyped,
  type Position,
  type Typed,
} from './typed-expression.ts'
import type { PlacedElements } from './typed-mode.ts'
import type { TypedWriting } from './typed-writing.ts'
import { normal } from './typed-conversions.ts'
import { isConstantArea } from './typed-cells.ts'
import { areaPosition, lineAt } from './typed-positions.ts'

/** Most elements, over all cells of a family, for a table of their positions. */
const MOST_PLACES = 20_000

/** An array that is computed element by element: `INDEX(A1:A9*B1:B9,0)`, as array formulas are rewritten. */
export function isArray(node: Bound): node is BoundCall {
  if (node.kind !== 'call' || node.definition.name !== 'INDEX' || node.args.length !== 2) return false
  const [array, row] = node.args
  if (row?.kind !== 'constant' || row.value !== 0) return false
  return array?.kind === 'operate' || array?.kind === 'negate' || array?.kind === 'percent'
}

/** SUM over such an array: one loop over its elements, in the order of addition. */
export function sumOfElements(writer: TypedWriting, { args: [array] }: BoundCall): Typed {
  const { program, family } = writer
  if (!array || writer.mode.tolerant) throw new NotTyped()
  const shape = shapeOf(writer, array)
  const length = shape.rows * shape.cols
  const frame = new Frame(true, js`line`, writer.frame.families, program.counter)
  const elements = { variable: js`k`, ...shape, placed: new PlacedCells(writer, shape) }
  const inner = writer.within(family, frame).inMode({ elements })
  const typed = inner.value(array)
  if (typed.type !== 'number') throw new NotTyped()
  const name = program.elementLoop(frame, length, [], summed(normal(inner, typed).code))
  return arithmetic(js`${name}(${writer.frame.line})`, false)
}

export function summed(value: Code): LoopParts {
  return {
    start: js`let before = 0, last = 0, sum = 0; `,
    step: js`before = sum; last = ${value}; sum += last`,
    result: unlessCancelled(js`sum`, js`before`, js`last`),
  }
}

/** A sum, or 0 if its last addition nearly cancels. */
export function unlessCancelled(sum: Code, before: Code, last: Code): Code {
  return js`Math.abs(${sum}) >= (Math.abs(${before}) + Math.abs(${last})) * 4e-15 ? ${sum} : +f.snap(${sum}, ${before}, ${last})`
}

export interface Shape {
  readonly rows: number
  readonly cols: number
}

/** The cells of areas of one shape, one by one. */
export class PlacedCells implements PlacedElements {
  private readonly writer: TypedWriting
  private readonly shape: Shape

  constructor(writer: TypedWriting, shape: Shape) {
    this.writer = writer
    this.shape = shape
    if (shape.rows * shape.cols * writer.family.count > MOST_PLACES) throw new NotTyped()
  }

  at(area: AreaPosition): Code {
    const { program, family } = this.writer
    const { rows, cols } = this.shape
    const length = rows * cols
    const height = fixedSpan(area.top, area.bottom)
    const width = fixedSpan(area.left, area.right)
    if ((height !== 1 && height !== rows) || (width !== 1 && width !== cols)) throw new NotTyped()
    const places = new Int32Array(length * family.count)
    for (let i = 0; i < family.count; i++) {
      const top = this.seen(area.top, rowAt(family, i), family.axis === 'down')
      const left = this.seen(area.left, colAt(family, i), family.axis === 'across')
      for (let k = 0; k < length; k++) {
        const row = top + (height === 1 ? 0 : Math.floor(k / cols))
        const col = left + (width === 1 ? 0 : k % cols)
        places[i * length + k] = this.place(area.sheet, row, col)
      }
    }
    const step = family.count === 1 ? 0 : (places[length] as number) - (places[0] as number)
    const isEven = places.every((place, n) => place === (places[n % length] as number) + step * Math.floor(n / length))
    const start = family.axis === 'down' ? family.row : family.col
    if (!isEven) return js`${program.table(places)}[(line - ${start}) * ${length} + k]`
    const from = places[0] as number
    const isStretch = places.every((place, k) => k >= length || place === from + k)
    const place = isStretch ? js`${from} + k` : js`${program.table(places.slice(0, length))}[k]`
    if (step === 0) return place
    return step === 1 ? js`${place} + line - ${start}` : js`${place} + (line - ${start}) * ${step}`
  }

  /** A side as one cell of the family sees it. */
  private seen(position: Position, home: number, moves: boolean): number {
    if (position.kind === 'fixed') return position.value
    if (position.kind === 'listed' || !moves) throw new NotTyped()
    return home + position.offset
  }

  private place(sheet: number, row: number, col: number): number {
    const { writer } = this
    const down = lineAt(writer, 'down', sheet, col, fixed(row))
    const line = down && down.kind !== 'values' ? down : lineAt(writer, 'across', sheet, row, fixed(col))
    if (!line || line.kind === 'values') throw new NotTyped()
    return line.offset + (line.axis === 'down' ? row : col) - line.from
  }

  known(node: Bound): Typed | undefined {
    const { writer, shape } = this
    const { program, family } = writer
    if (!program.options.folding || node.kind === 'constant' || !this.isKnown(node)) return undefined
    const length = shape.rows * shape.cols
    const values = Array.from({ length: family.count }, (_, i) => this.values(node, rowAt(family, i), colAt(family, i)))
    const [first] = values
    const isSame = values.every((list) => list.every((value, k) => value === first?.[k]))
    if (!first || !isSame || first.length !== length) throw new NotTyped()
    if (first.every((value) => typeof value === 'number')) {
      return arithmetic(js`${program.numbers(first)}[k]`, false)
    }
    if (first.every((value) => typeof value === 'boolean')) {
      const code = js`(${program.numbers(first.map(Number))}[k] === 1)`
      return { code, type: 'boolean', invariant: false, simple: false, size: NORMAL }
    }
    return { code: js`${program.values(first)}[k]`, type: 'scalar', invariant: false, simple: false, size: ANY }
  }

  /** The elements of a constant part, as a cell of the family sees them. */
  private values(node: Bound, row: number, col: number): Scalar[] {
    const { program, family } = this.writer
    const { rows, cols } = this.shape
    const matrix = program.analysis.array(node, family.sheet, row, col)
    if ((matrix.rows !== 1 && matrix.rows !== rows) || (matrix.cols !== 1 && matrix.cols !== cols)) throw new NotTyped()
    return Array.from({ length: rows * cols }, (_, k) =>
      matrix.at(matrix.rows === 1 ? 0 : Math.floor(k / cols), matrix.cols === 1 ? 0 : k % cols),
    )
  }

  /** Does it name ranges, and only of constant cells? */
  private isKnown(node: Bound): boolean {
    const { program, family } = this.writer
    if (node.kind === 'cell' || !holdsRange(node) || holdsCall(node)) return false
    for (let i = 0; i < family.count; i++) {
      const home = { sheet: family.sheet, row: rowAt(family, i), col: colAt(family, i) }
      const { areas, open } = staticPrecedents(node, home, program.grid)
      if (open || !areas.every((area) => isConstantArea(this.writer, area))) return false
    }
    return true
  }
}

/** The common rows and columns of all ranges of an array, if they are the same for every cell of the family. */
function shapeOf(writer: TypedWriting, node: Bound): Shape {
  if (node.kind === 'area' || node.kind === 'fixedArea') {
    const { top, left, bottom, right } = areaPosition(writer, node)
    const rows = fixedSpan(top, bottom)
    const cols = fixedSpan(left, right)
    if (rows === undefined || cols === undefined) throw new NotTyped()
    return { rows, cols }
  }
  if (node.kind === 'call' || node.kind === 'name') throw new NotTyped()
  const shapes = partsOf(node).map((part) => shapeOf(writer, part))
  return {
    rows: Math.max(1, ...shapes.map(({ rows }) => rows)),
    cols: Math.max(1, ...shapes.map(({ cols }) => cols)),
  }
}

function holdsRange(node: Bound): boolean {
  return node.kind === 'area' || node.kind === 'fixedArea' || partsOf(node).some(holdsRange)
}

function holdsCall(node: Bound): boolean {
  return node.kind === 'call' || node.kind === 'name' || partsOf(node).some(holdsCall)
}
