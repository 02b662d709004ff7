import { type Axis, colAt, rowAt } from '../4-analyse/family.ts'
import type { Bound } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { NORMAL } from './number-size.ts'
import type { Line } from './storage.ts'
import {
  arithmetic,
  type AreaPosition,
  fixed,
  NotTyped,
  type Position,
  samePosition,
  type Typed,
} from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { lineNumber } from './typed-cells.ts'
import { areaPosition, lineAt, linePosition } from './typed-positions.ts'

/** Ranges across the lines of a loop: `SUM(B5:F5)` filled down, where B to F are stored as columns. */
interface Crossing {
  readonly lines: readonly Line[]
  /** The position in the lines; all are read at the same row (or column). */
  readonly position: Position
}

/** Up to this many cells are unrolled. */
const MOST_WRITTEN = 12

/** SUM, AVERAGE, MAX or MIN over a range across lines. */
export function overCrossing(writer: TypedWriting, arg: Bound, name: string): Typed {
  if (writer.mode.elements || writer.mode.tolerant || GATHERING[name] === undefined) throw new NotTyped()
  const area = areaPosition(writer, arg)
  const crossing = crossingOf(writer, area, 'down') ?? crossingOf(writer, area, 'across')
  if (!crossing) return overMovingLine(writer, area, name)
  const { lines, position } = crossing
  const isNumeric = lines.every(({ kind }) => kind !== 'values')
  if (!isNumeric || lines.length > MOST_WRITTEN || name === 'COUNT') return gathered(writer, crossing, name)
  const values = lines.map((line) => lineNumber(writer, line, position).code)
  return written(writer, values, name)
}

function crossingOf(writer: TypedWriting, area: AreaPosition, axis: Axis): Crossing | undefined {
  const isDown = axis === 'down'
  const [position, other] = isDown ? [area.top, area.bottom] : [area.left, area.right]
  const [first, last] = isDown ? [area.left, area.right] : [area.top, area.bottom]
  if (!samePosition(position, other) || first.kind !== 'fixed' || last.kind !== 'fixed') return undefined
  const lines: Line[] = []
  for (let at = first.value; at <= last.value; at++) {
    const line = lineAt(writer, axis, area.sheet, at, position)
    if (!line) return undefined
    lines.push(line)
  }
  return { lines, position }
}

/** Adds the cells one by one, in order. */
function written({ frame }: TypedWriting, values: readonly Code[], name: string): Typed {
  const [first, ...rest] = values
  if (!first) throw new NotTyped()
  if (name === 'MAX' || name === 'MIN') {
    const code = name === 'MAX' ? js`Math.max(${values})` : js`Math.min(${values})`
    return { ...arithmetic(code, false), size: NORMAL }
  }
  if (name === 'AVERAGE') {
    return arithmetic(js`((${rest.reduce((left, right) => js`${left} + ${right}`, first)}) / ${values.length})`, false)
  }
  const last = rest.at(-1)
  if (!last) return { ...arithmetic(first, false), size: NORMAL }
  const [before, sum, added] = [frame.temporary(), frame.temporary(), frame.temporary()]
  const all = rest.slice(0, -1).reduce((left, right) => js`${left} + ${right}`, first)
  return arithmetic(
    js`(${before} = ${all}, ${added} = ${last}, ${sum} = ${before} + ${added}, Math.abs(${sum}) >= (Math.abs(${before}) + Math.abs(${added})) * 4e-15 ? ${sum} : +f.snap(${sum}, ${before}, ${added}))`,
    false,
  )
}

const GATHERING: Readonly<Record<string, 'sum' | 'average' | 'largest' | 'smallest' | 'count'>> = {
  SUM: 'sum',
  AVERAGE: 'average',
  MAX: 'largest',
  MIN: 'smallest',
  COUNT: 'count',
}

/** Handles many cells, or cells that are not all numbers. */
function gathered(writer: TypedWriting, { lines, position }: Crossing, name: string): Typed {
  const kind = GATHERING[name]
  if (!kind) throw new NotTyped()
  const stores = lines.map((line) => writer.program.store(line))
  const shifts = Int32Array.from(lines, (line) => -line.from)
  const cells = writer.program.defined(js`f.across([${stores}], ${writer.program.table(shifts)})`)
  const at = linePosition(writer, position)
  if (kind === 'sum') return arithmetic(js`${cells}.sum(${at})`, false)
  if (kind === 'average') return arithmetic(js`${cells}.average(${at})`, false)
  if (kind === 'largest') return arithmetic(js`${cells}.largest(${at})`, false)
  if (kind === 'smallest') return arithmetic(js`${cells}.smallest(${at})`, false)
  return { ...arithmetic(js`${cells}.count(${at})`, false), size: NORMAL }
}

/**
 * `SUM(B2:B99)` filled across, where B and the next columns are stored as lines: each cell of the family reads another
 * line.
 */
function overMovingLine(writer: TypedWriting, area: AreaPosition, name: string): Typed {
  const { base, length } = movingLine(writer, area)
  if (name === 'SUM') return arithmetic(js`f.sumFrom(A, ${base}, ${length})`, false)
  if (name === 'AVERAGE') return arithmetic(js`(f.plainSum(A, ${base}, ${length}) / ${length})`, false)
  if (name === 'MAX')
    return arithmetic(js`f.placedNumber(A, f.placeOfLargest(A, ${base}, ${base} + ${length - 1}))`, false)
  if (name === 'MIN')
    return arithmetic(js`f.placedNumber(A, f.placeOfSmallest(A, ${base}, ${base} + ${length - 1}))`, false)
  throw new NotTyped()
}

/** The start of each cell's range among all numbers, and its length. Also handles a line that does not move. */
export function movingLine(writer: TypedWriting, area: AreaPosition): { base: Code; length: number } {
  const { family, program, frame } = writer
  const isDown = samePosition(area.left, area.right)
  if (!isDown && !samePosition(area.top, area.bottom)) throw new NotTyped()
  const [across, from, to] = isDown ? [area.left, area.top, area.bottom] : [area.top, area.left, area.right]
  if (from.kind !== 'fixed' || to.kind !== 'fixed' || across.kind === 'listed') throw new NotTyped()
  const places = new Int32Array(family.count)
  for (let i = 0; i < family.count; i++) {
    const home = isDown ? colAt(family, i) : rowAt(family, i)
    const at = across.kind === 'fixed' ? across.value : home + across.offset
    const line = lineAt(writer, isDown ? 'down' : 'across', area.sheet, at, fixed(from.value))
    if (!line || line.kind === 'values' || to.value > line.to || frame.computes(line)) throw new NotTyped()
    places[i] = line.offset + from.value - line.from
  }
  const length = to.value - from.value + 1
  if (across.kind === 'fixed' || family.count === 1) return { base: js`${places[0] ?? 0}`, length }
  const start = family.axis === 'down' ? family.row : family.col
  return { base: js`${program.table(places)}[${frame.line} - ${start}]`, length }
}
