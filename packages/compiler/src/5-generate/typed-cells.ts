import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { Point } from '../2-parse/tree.ts'
import { type Bound, OWN_SHEET } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { ANY, NORMAL } from './number-size.ts'
import type { Line } from './storage.ts'
import {
  arithmetic,
  type AreaPosition,
  fixedSpan,
  literal,
  NotTyped,
  type Position,
  samePosition,
  type Typed,
} from './typed-expression.ts'
import {
  indexAlong,
  isComplete,
  isInside,
  own,
  positionOf,
  reach,
  lineSlice,
  span,
  startOf,
} from './typed-positions.ts'
import type { TypedWriting } from './typed-writing.ts'

// Reads cells: from the lines of the storage, from single slots, or as constants.

export function cellValue(writer: TypedWriting, sheet: number, point: Point): Typed {
  const home = sheet === OWN_SHEET ? writer.family.sheet : sheet
  return valueAt(writer, home, positionOf(writer, point.row, 'down'), positionOf(writer, point.col, 'across'))
}

export function tableCellValue(
  writer: TypedWriting,
  { table, left, right }: Extract<Bound, { kind: 'tableRow' }>,
): Typed {
  const { family } = writer
  const first = table.range.top + table.headerRows
  const last = table.range.bottom - table.totalsRows
  const bottom = family.axis === 'down' ? family.row + family.count - 1 : family.row
  if (left !== right || family.row < first || bottom > last) throw new NotTyped()
  const row: Position =
    family.axis === 'down' && family.count > 1 ? { kind: 'moving', offset: 0 } : { kind: 'fixed', value: family.row }
  return valueAt(writer, table.sheet, row, { kind: 'fixed', value: left })
}

/** A single cell of an area read element by element. */
export function elementValue(writer: TypedWriting, area: AreaPosition): Typed {
  const { elements } = writer.mode
  if (!elements) throw new NotTyped()
  if (elements.placed) return { ...arithmetic(js`A[${elements.placed.at(area)}]`, false), size: NORMAL }
  const { line } = lineSlice(writer, area)
  const rows = fixedSpan(area.top, area.bottom)
  const cols = fixedSpan(area.left, area.right)
  if (elements.lines !== undefined) {
    if (rows === undefined || cols === undefined || rows * cols !== elements.lines) throw new NotTyped()
    const moving = { kind: 'moving', offset: 0 } as const
    return fromLine(
      writer,
      line,
      (shift) => indexAlong(writer, line, moving, shift),
      false,
      holdsNumbers(writer, line, ...reach(writer, line, area)),
    )
  }
  if (rows !== elements.rows || cols !== elements.cols) throw new NotTyped()
  const first = line.axis === 'down' ? area.top : area.left
  const index = (shift: number) => js`${indexAlong(writer, line, first, shift)} + ${elements.variable}`
  return fromLine(writer, line, index, false, holdsNumbers(writer, line, ...reach(writer, line, area)))
}

/** A range where one value is expected: its cell in the formula's row or column. */
export function intersectedValue(writer: TypedWriting, area: AreaPosition): Typed {
  const { family } = writer
  const last = family.count - 1
  if (samePosition(area.top, area.bottom)) {
    const right = family.axis === 'across' ? family.col + last : family.col
    if (area.left.kind !== 'fixed' || area.right.kind !== 'fixed') throw new NotTyped()
    if (family.col < area.left.value || right > area.right.value) throw new NotTyped()
    return valueAt(writer, area.sheet, area.top, own(writer, 'across'))
  }
  if (!samePosition(area.left, area.right) || area.top.kind !== 'fixed' || area.bottom.kind !== 'fixed')
    throw new NotTyped()
  const bottom = family.axis === 'down' ? family.row + last : family.row
  if (family.row < area.top.value || bottom > area.bottom.value) throw new NotTyped()
  return valueAt(writer, area.sheet, own(writer, 'down'), area.left)
}

function valueAt(writer: TypedWriting, sheet: number, row: Position, col: Position): Typed {
  if (row.kind === 'fixed' && col.kind === 'fixed') return fixedCell(writer, sheet, row.value, col.value)
  const { storage } = writer.program
  if (col.kind === 'fixed') {
    const line = storage.line('down', sheet, col.value, startOf(writer, row))
    if (!line || !isComplete(writer, line) || !isInside(writer, line, row)) throw new NotTyped()
    return valueAlong(writer, line, row)
  }
  if (row.kind !== 'fixed') throw new NotTyped()
  const line = storage.line('across', sheet, row.value, startOf(writer, col))
  if (!line || !isComplete(writer, line) || !isInside(writer, line, col)) throw new NotTyped()
  return valueAlong(writer, line, col)
}

function valueAlong(writer: TypedWriting, line: Line, position: Position): Typed {
  const known = carriedValue(writer, line, position)
  if (known) return known
  const areNumbers = holdsNumbers(writer, line, ...span(writer, line, position))
  return fromLine(writer, line, (shift) => indexAlong(writer, line, position, shift), false, areNumbers)
}

/** The value that this loop computed one line before, still in a variable. */
function carriedValue(writer: TypedWriting, line: Line, position: Position): Typed | undefined {
  if (position.kind !== 'moving' || position.offset !== -1 || writer.mode.tolerant || writer.mode.elements)
    return undefined
  const held = writer.frame.carried(line)
  return held && { code: held.local, type: 'number', invariant: false, simple: true, size: held.size }
}

/** The number a line holds at a position. */
export function lineNumber(writer: TypedWriting, line: Line, position: Position): Typed {
  return (
    carriedValue(writer, line, position) ??
    fromLine(writer, line, (shift) => indexAlong(writer, line, position, shift), false, true)
  )
}

/** Are all cells of a line between two positions read as numbers? Constants only if they are numbers. */
function holdsNumbers(writer: TypedWriting, line: Line, from: number, to: number): boolean {
  if (line.kind !== 'both') return line.kind === 'numbers'
  const { analysis } = writer.program
  for (let at = from; at <= to; at++) {
    const value =
      line.axis === 'down' ? analysis.constant(line.sheet, at, line.at) : analysis.constant(line.sheet, line.at, at)
    if (typeof value !== 'number') return false
  }
  return true
}

function fromLine(
  writer: TypedWriting,
  line: Line,
  at: (shift: number) => Code,
  invariant: boolean,
  areNumbers: boolean,
): Typed {
  const index = at(0)
  const computed = writer.frame.computed(line, index)
  if (!areNumbers) {
    const code = computed?.local ?? js`${writer.frame.values(line)}[${index}]`
    return { code, type: 'scalar', invariant, simple: computed !== undefined, size: ANY }
  }
  if (writer.mode.tolerant && line.hasChanging) {
    const read = js`f.numberAt(${writer.program.store(line)}, ${index})`
    // A value that this loop just computed is read from the store only if it is not a number.
    const code = computed ? js`(${computed.local} === ${computed.local} ? ${computed.local} : ${read})` : read
    return { code, type: 'number', invariant, simple: false, size: NORMAL }
  }
  if (computed) return { code: computed.local, type: 'number', invariant, simple: true, size: computed.size }
  return { code: js`A[${at(line.offset)}]`, type: 'number', invariant, simple: false, size: NORMAL }
}

/** One cell at a known position: a constant, an input, a single cell, or one of a line. */
function fixedCell(writer: TypedWriting, sheet: number, row: number, col: number): Typed {
  const { program } = writer
  const { storage, analysis } = program
  const input = storage.inputSlot(sheet, row, col)
  if (input) return fromSlot(writer, input.kind, input.index, program.inputName(sheet, row, col))
  const family = analysis.index.at(sheet, row, col)
  if (!family || !analysis.changing.has(family)) return constantCell(writer, analysis.constant(sheet, row, col))
  const slot = storage.slotOf(family)
  if (slot && writer.frame.families.includes(family)) {
    const code = slot.kind === 'numbers' ? js`N[${slot.index}]` : js`V[${slot.index}]`
    return {
      code,
      type: slot.kind === 'numbers' ? 'number' : 'scalar',
      invariant: false,
      simple: false,
      size: NORMAL,
    }
  }
  if (slot) {
    const typed = fromSlot(writer, slot.kind, slot.index, program.cellName(family))
    return { ...typed, texts: program.textsOf(family) }
  }
  if (program.isDelegated(family)) throw new NotTyped()
  const line = family.axis === 'down' ? storage.line('down', sheet, col, row) : storage.line('across', sheet, row, col)
  if (!line) throw new NotTyped()
  const index = family.axis === 'down' ? row - line.from : col - line.from
  const isInLoop = writer.frame.families.includes(family)
  if (isInLoop || !writer.frame.isLoop)
    return fromLine(writer, line, (shift) => js`${index + shift}`, false, line.kind === 'numbers')
  const typed = fromLine(writer, line, (shift) => js`${index + shift}`, true, line.kind === 'numbers')
  return { ...typed, code: writer.frame.hoist(typed.code), simple: true }
}

export function constantCell(writer: TypedWriting, value: Scalar): Typed {
  if (value instanceof ExcelError) {
    return {
      code: writer.program.error(value.code, value.uncomputable),
      type: 'scalar',
      invariant: true,
      simple: true,
      size: ANY,
    }
  }
  return literal(value)
}

function fromSlot(writer: TypedWriting, kind: 'numbers' | 'values', index: number, name: Code): Typed {
  if (kind === 'numbers' && writer.mode.tolerant) {
    return { code: js`f.numberAt(pool, ${index})`, type: 'number', invariant: true, simple: false, size: NORMAL }
  }
  const { local, size } = writer.frame.slot(kind, index, name)
  return { code: local, type: kind === 'numbers' ? 'number' : 'scalar', invariant: true, simple: true, size }
}

/** Is every cell of an area known at compile time? */
export function isConstantArea(
  writer: TypedWriting,
  area: { sheet: number; top: number; left: number; bottom: number; right: number },
): boolean {
  const { analysis, given } = writer.program
  if (given.meets(area)) return false
  let constant = true
  analysis.index.forEach(area, (family) => {
    if (analysis.changing.has(family)) constant = false
  })
  return constant
}
