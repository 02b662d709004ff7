import type { Area } from '@sheetwright/runtime/values.ts'
import type { Axis } from '../4-analyse/family.ts'
import { type Code, js } from './code.ts'
import { NORMAL } from './number-size.ts'
import type { Line } from './storage.ts'
import { arithmetic, type AreaPosition, fixed, NotTyped, samePosition, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { normal } from './typed-conversions.ts'
import { lineAt, linePosition } from './typed-positions.ts'

/** Code for the index of a number in a row or column that changes; -1 if it is not found. */
export function searchedInLine(writer: TypedWriting, sought: Typed, area: Area, approximate: boolean): Code {
  if (sought.type === 'text' || sought.type === 'boolean') throw new NotTyped()
  const isDown = area.left === area.right
  if (!isDown && area.top !== area.bottom) throw new NotTyped()
  const [axis, at, from, to] = isDown
    ? (['down', area.left, area.top, area.bottom] as const)
    : (['across', area.top, area.left, area.right] as const)
  const line = settledLine(writer, axis, area.sheet, at, from, to)
  // The exact way searches non-numbers.
  const number = sought.type === 'number' ? normal(writer, sought).code : js`f.onlyNumber(${sought.code})`
  const { program } = writer
  const keys = program.defined(js`f.changing(${program.store(line)}, ${from - line.from}, ${to - from + 1})`)
  return approximate ? js`${keys}.findBelow(${number})` : js`${keys}.find(${number})`
}

/** A line of numbers that covers a stretch and is complete before the current function begins. */
function settledLine(writer: TypedWriting, axis: Axis, sheet: number, at: number, from: number, to: number): Line {
  const line = lineAt(writer, axis, sheet, at, fixed(from))
  if (!line || line.kind === 'values' || line.to < to || writer.frame.computes(line)) throw new NotTyped()
  return line
}

/** An area stored as lines of numbers: the index of each line's first cell among all numbers. */
interface Block {
  /** Are the lines columns or rows? */
  readonly axis: Axis
  readonly lines: readonly Line[]
  readonly starts: Int32Array
  /** The offset to the current row (or column), if the area moves with the loop. */
  readonly shift: Code | undefined
}

function blockOf(writer: TypedWriting, area: AreaPosition): Block {
  const block = blockAlong(writer, area, 'down') ?? blockAlong(writer, area, 'across')
  if (!block) throw new NotTyped()
  return block
}

function blockAlong(writer: TypedWriting, area: AreaPosition, axis: Axis): Block | undefined {
  const isDown = axis === 'down'
  const [first, last, from, to] = isDown
    ? [area.left, area.right, area.top, area.bottom]
    : [area.top, area.bottom, area.left, area.right]
  if (first.kind !== 'fixed' || last.kind !== 'fixed') return undefined
  const isMoving = from.kind === 'moving' && samePosition(from, to)
  if (!isMoving && (from.kind !== 'fixed' || to.kind !== 'fixed')) return undefined
  const starts: number[] = []
  const lines: Line[] = []
  for (let at = first.value; at <= last.value; at++) {
    const line = lineAt(writer, axis, area.sheet, at, from)
    if (!line || line.kind === 'values') return undefined
    if (!isMoving && (writer.frame.computes(line) || (to.kind === 'fixed' && line.to < to.value))) return undefined
    lines.push(line)
    starts.push(line.offset - line.from + (from.kind === 'fixed' ? from.value : 0))
  }
  return { axis, lines, starts: Int32Array.from(starts), shift: isMoving ? linePosition(writer, from) : undefined }
}

/** The number at a row and column, from 0, of an area that changes; row -1 means none. */
export function numberInBlock(writer: TypedWriting, area: AreaPosition, row: Code, col: Code): Typed {
  const { axis, starts, shift, lines } = blockOf(writer, area)
  const [line, along] = axis === 'down' ? [col, row] : [row, col]
  if (writer.mode.tolerant) {
    // A NaN must be examined: an error may be ignored, anything else may not.
    const [only, ...more] = lines
    if (!only || more.length > 0) throw new NotTyped()
    const from = (starts[0] ?? 0) - only.offset
    const index = shift ? js`${along} + ${shift} + ${from}` : js`${along} + ${from}`
    const store = writer.program.store(only)
    return { ...arithmetic(js`(${along} >= 0 ? f.numberAt(${store}, ${index}) : NaN)`, false), size: NORMAL }
  }
  const start = starts.length === 1 ? js`${starts[0] ?? 0}` : js`${writer.program.table(starts)}[${line}]`
  const at = writer.frame.temporary()
  const place = shift ? js`${start} + ${along} + ${shift}` : js`${start} + ${along}`
  // An invalid line has no index, and without an index there is no number.
  return { ...arithmetic(js`((${at} = ${place}) >= 0 ? A[${at}] : NaN)`, false), size: NORMAL }
}
