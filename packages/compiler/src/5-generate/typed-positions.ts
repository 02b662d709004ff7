import { placed } from '../2-parse/placed.ts'
import type { Coordinate } from '../2-parse/tree.ts'
import { type Bound, OWN_SHEET } from '../3-bind/bound.ts'
import type { Axis } from '../4-analyse/family.ts'
import { type Code, js } from './code.ts'
import type { Line } from './storage.ts'
import { type AreaPosition, fixed, NotTyped, type Position, samePosition } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'

// Where a reference is, as every cell of a family sees it, and which line of the storage holds it.

export function positionOf(writer: TypedWriting, coordinate: Coordinate, axis: Axis): Position {
  const { family, program } = writer
  const table = family.tables.get(coordinate)
  if (table) {
    const code = js`${program.table(table)}[${writer.frame.line} - ${family.row}]`
    return { kind: 'listed', code, values: table }
  }
  if (!coordinate.relative) return { kind: 'fixed', value: coordinate.value }
  const home = axis === 'down' ? family.row : family.col
  const size = axis === 'down' ? program.grid.rows : program.grid.cols
  if (family.axis !== axis || family.count === 1) return { kind: 'fixed', value: placed(coordinate, home, size) }
  if (home + coordinate.value < 0 || home + family.count - 1 + coordinate.value >= size) throw new NotTyped()
  return { kind: 'moving', offset: coordinate.value }
}

export function areaPosition(writer: TypedWriting, node: Bound): AreaPosition {
  if (node.kind === 'fixedArea') {
    const { top, left, bottom, right } = node.range
    return { sheet: node.sheet, top: fixed(top), left: fixed(left), bottom: fixed(bottom), right: fixed(right) }
  }
  if (node.kind === 'cell') {
    const row = positionOf(writer, node.point.row, 'down')
    const col = positionOf(writer, node.point.col, 'across')
    const sheet = node.sheet === OWN_SHEET ? writer.family.sheet : node.sheet
    return { sheet, top: row, bottom: row, left: col, right: col }
  }
  if (node.kind === 'name') return areaPosition(writer, node.name.formula().tree)
  if (node.kind === 'group') return areaPosition(writer, node.operand)
  if (node.kind !== 'area') throw new NotTyped()
  const sheet = node.sheet === OWN_SHEET ? writer.family.sheet : node.sheet
  if (node.sheet !== OWN_SHEET && node.lastSheet !== node.sheet) throw new NotTyped()
  const [top, bottom] = sides(
    writer,
    positionOf(writer, node.from.row, 'down'),
    positionOf(writer, node.to.row, 'down'),
  )
  const [left, right] = sides(
    writer,
    positionOf(writer, node.from.col, 'across'),
    positionOf(writer, node.to.col, 'across'),
  )
  return { sheet, top, left, bottom, right }
}

/** The two ends of a side in ascending order, if that order is the same for every cell of the family. */
function sides(writer: TypedWriting, a: Position, b: Position): [Position, Position] {
  const { family } = writer
  const start = family.axis === 'down' ? family.row : family.col
  const at = (position: Position, i: number): number => {
    if (position.kind === 'listed') return position.values[i] ?? 0
    return position.kind === 'fixed' ? position.value : start + i + position.offset
  }
  if (a.kind === 'listed' || b.kind === 'listed') {
    for (let i = 0; i < family.count; i++) if (at(a, i) > at(b, i)) throw new NotTyped()
    return [a, b]
  }
  const first = at(a, 0) <= at(b, 0)
  const last = at(a, family.count - 1) <= at(b, family.count - 1)
  if (first !== last) throw new NotTyped()
  return first ? [a, b] : [b, a]
}

/** The row (or column) of the current cell. */
export function own(writer: TypedWriting, axis: Axis): Position {
  const { family } = writer
  if (family.axis === axis && family.count > 1) {
    // Some value that seemed the same in every line differs after all.
    if (writer.frame.restless) writer.frame.before(js`${writer.frame.restless} = true`)
    return { kind: 'moving', offset: 0 }
  }
  return { kind: 'fixed', value: axis === 'down' ? family.row : family.col }
}

/** A position as the first cell of the family sees it. */
export function startOf(writer: TypedWriting, position: Position): number {
  if (position.kind === 'fixed') return position.value
  if (position.kind === 'listed') return position.values[0] ?? 0
  return (writer.family.axis === 'down' ? writer.family.row : writer.family.col) + position.offset
}

export function isInside(writer: TypedWriting, line: Line, position: Position): boolean {
  if (position.kind === 'listed') return position.values.every((at) => at >= line.from && at <= line.to)
  const { family } = writer
  const start = family.axis === 'down' ? family.row : family.col
  const first = position.kind === 'fixed' ? position.value : start + position.offset
  const last = position.kind === 'fixed' ? position.value : start + family.count - 1 + position.offset
  return first >= line.from && last <= line.to
}

/** First and last position along a line that a family reads there. */
export function span(writer: TypedWriting, line: Line, position: Position): [number, number] {
  if (position.kind === 'listed') return [line.from, line.to]
  if (position.kind === 'fixed') return [position.value, position.value]
  const { family } = writer
  const start = family.axis === 'down' ? family.row : family.col
  return [start + position.offset, start + family.count - 1 + position.offset]
}

/** First and last position along a line that a family reads of an area. */
export function reach(writer: TypedWriting, line: Line, area: AreaPosition): [number, number] {
  const [from, to] = line.axis === 'down' ? [area.top, area.bottom] : [area.left, area.right]
  return [span(writer, line, from)[0], span(writer, line, to)[1]]
}

/** Code for a position along a line: an index into the line's own numbers or, with a shift, into another array. */
export function indexAlong(writer: TypedWriting, line: Line, position: Position, shift = 0): Code {
  if (position.kind === 'fixed') return js`${position.value - line.from + shift}`
  if (position.kind === 'listed') return js`${position.code} + ${shift - line.from}`
  const distance = position.offset - line.from + shift
  return distance === 0 ? writer.frame.line : js`${writer.frame.line} + ${distance}`
}

/** A position as a row (or column) number. */
export function linePosition(writer: TypedWriting, position: Position): Code {
  if (position.kind === 'fixed') return js`${position.value}`
  if (position.kind === 'listed') return position.code
  return position.offset === 0 ? writer.frame.line : js`${writer.frame.line} + ${position.offset}`
}

/** The line of numbers (of values with `ofValues`) that holds a one-dimensional area, with the area's ends in it. */
export function lineSlice(
  writer: TypedWriting,
  area: AreaPosition,
  ofValues = false,
): { line: Line; start: Code; end: Code } {
  const { storage } = writer.program
  const isColumn = samePosition(area.left, area.right) && area.left.kind === 'fixed'
  const isRow = samePosition(area.top, area.bottom) && area.top.kind === 'fixed'
  const candidates: [Line | undefined, Position, Position][] = []
  if (isColumn)
    candidates.push([
      storage.line('down', area.sheet, (area.left as { value: number }).value, startOf(writer, area.top)),
      area.top,
      area.bottom,
    ])
  if (isRow)
    candidates.push([
      storage.line('across', area.sheet, (area.top as { value: number }).value, startOf(writer, area.left)),
      area.left,
      area.right,
    ])
  for (const [line, from, to] of candidates) {
    if (!line || (line.kind === 'values') !== ofValues || !isComplete(writer, line)) continue
    if (!isInside(writer, line, from) || !isInside(writer, line, to)) continue
    return { line, start: indexAlong(writer, line, from), end: indexAlong(writer, line, to) }
  }
  throw new NotTyped()
}

/** Is a line complete by now? */
export function isComplete(writer: TypedWriting, line: Line): boolean {
  if (line.foreign.length > 0) return false
  return !line.copied.some(({ family }) => writer.frame.families.includes(family))
}

/** The line along an axis that covers a position, seen from any cell of the family, and is complete by now. */
export function lineAt(
  writer: TypedWriting,
  axis: Axis,
  sheet: number,
  at: number,
  position: Position,
): Line | undefined {
  const line = writer.program.storage.line(axis, sheet, at, startOf(writer, position))
  return line && isComplete(writer, line) && position.kind !== 'listed' && isInside(writer, line, position)
    ? line
    : undefined
}
