import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { isRange } from './is-range.ts'
import { ANY, eitherSize, NORMAL, ONE, sizeOfAny } from './number-size.ts'
import { numberInBlock } from './typed-changing.ts'
import {
  arithmetic,
  type AreaPosition,
  fixed,
  fixedSpan,
  NotTyped,
  textsAmong,
  type Typed,
} from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { placeInFamily } from './typed-constants.ts'
import { asScalar, assigned, hoisted, normal, pair } from './typed-conversions.ts'
import { isConstantArea } from './typed-cells.ts'
import { areaPosition } from './typed-positions.ts'
import { hoistedSearch, searched, valuesOf } from './typed-search.ts'

/** Lookups in tables whose cells are all known at compile time. */
export function typedLookup(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  if (writer.mode.elements || args.some((arg) => arg.kind === 'missing') || !writer.program.options.indexes)
    throw new NotTyped()
  switch (node.definition.name) {
    case 'INDEX':
      return indexed(writer, args)
    case 'MATCH':
      return matched(writer, args)
    case 'VLOOKUP':
      return tableLookup(writer, args, true)
    case 'HLOOKUP':
      return tableLookup(writer, args, false)
    case 'LOOKUP':
      return vectorLookup(writer, args)
    case 'XMATCH':
      return matchedExactly(writer, args)
    case 'XLOOKUP':
      return lookedUpExactly(writer, args)
    default:
      throw new NotTyped()
  }
}

/** Largest table that becomes part of the program as one block. */
const MOST_CELLS = 200_000

function fixedArea(writer: TypedWriting, node: Bound): Area {
  if (!isRange(node)) throw new NotTyped()
  const { sheet, top, left, bottom, right } = areaPosition(writer, node)
  if (top.kind !== 'fixed' || left.kind !== 'fixed' || bottom.kind !== 'fixed' || right.kind !== 'fixed')
    throw new NotTyped()
  return { sheet, top: top.value, left: left.value, bottom: bottom.value, right: right.value }
}

interface Table {
  readonly area: Area
  readonly rows: number
  readonly cols: number
}

/** A table of constants; the exact way handles whole columns. */
function constantTable(writer: TypedWriting, node: Bound): Table {
  const table = anyTable(writer, node)
  if (!isConstantArea(writer, table.area)) throw new NotTyped()
  return table
}

function anyTable(writer: TypedWriting, node: Bound): Table {
  const area = fixedArea(writer, node)
  const rows = area.bottom - area.top + 1
  const cols = area.right - area.left + 1
  if (rows * cols > MOST_CELLS) throw new NotTyped()
  const used = writer.program.storage.clipped(area)
  // Searches stop at the end of the sheet's used range: the exact way handles such tables.
  if (!used || used.bottom !== area.bottom || used.right !== area.right) throw new NotTyped()
  return { area, rows, cols }
}

/** An area as positions that do not move. */
function still({ sheet, top, left, bottom, right }: Area): AreaPosition {
  return { sheet, top: fixed(top), left: fixed(left), bottom: fixed(bottom), right: fixed(right) }
}

function tableLookup(writer: TypedWriting, args: readonly Bound[], isVertical: boolean): Typed {
  const [sought, table, place, range] = args
  if (!sought || !table || !place || isRange(sought) || isRange(place)) throw new NotTyped()
  const approximate = range === undefined ? true : truthOf(writer, range)
  const { area, rows, cols } = anyTable(writer, table)
  const keys = isVertical ? { ...area, right: area.left } : { ...area, bottom: area.top }
  const which = writer.number(place)
  const count = isVertical ? cols : rows
  const length = isVertical ? rows : cols
  const found = searched(writer, sought, keys, approximate)
  if (typeof which.literal === 'number') {
    const at = Math.trunc(which.literal)
    if (at < 1 || at > count) throw new NotTyped()
    const line = isVertical
      ? { ...area, left: area.left + at - 1, right: area.left + at - 1 }
      : { ...area, top: area.top + at - 1, bottom: area.top + at - 1 }
    return answered(writer, line, found)
  }
  if (!isConstantArea(writer, area)) return answeredFrom(writer, area, found, which, isVertical)
  // The answers in row order (column order for HLOOKUP), so that one index finds them.
  const values: Scalar[] = []
  for (let i = 0; i < length; i++) {
    for (let k = 0; k < count; k++) {
      const [row, col] = isVertical ? [area.top + i, area.left + k] : [area.top + k, area.left + i]
      values.push(writer.program.analysis.constant(area.sheet, row, col))
    }
  }
  const column = hoisted(writer, normal(writer, which))
  const code = cellIndex(writer, found, column, count)
  return picked(writer, values, { ...found, code, invariant: found.invariant && which.invariant, simple: false })
}

/** The value of a row or column at an index; index -1 means none. */
function answered(writer: TypedWriting, line: Area, place: Typed): Typed {
  if (isConstantArea(writer, line)) return picked(writer, valuesOf(writer, line), place)
  const [found, again] = assigned(writer, place)
  const [row, col] = line.left === line.right ? [again, js`0`] : [js`0`, again]
  const number = numberInBlock(writer, still(line), row, col)
  return { ...number, code: js`(${found} >= 0 ? ${number.code} : NaN)`, invariant: false }
}

/** The same for a table that changes, whose column (row for HLOOKUP) is known only at run time. */
function answeredFrom(writer: TypedWriting, area: Area, found: Typed, which: Typed, isVertical: boolean): Typed {
  const [line, other] = [writer.frame.temporary(), writer.frame.temporary()]
  const count = isVertical ? area.right - area.left + 1 : area.bottom - area.top + 1
  const [row, col] = isVertical ? [line, other] : [other, line]
  const number = numberInBlock(writer, still(area), row, col)
  const code = js`(${line} = ${found.code}, ${other} = Math.trunc(${normal(writer, which).code}) - 1, ${line} >= 0 && ${other} >= 0 && ${other} < ${count} ? ${number.code} : NaN)`
  return { ...number, code }
}

/** One of several constants by index; index -1 means none. */
function picked(writer: TypedWriting, values: readonly Scalar[], place: Typed): Typed {
  const { program, frame } = writer
  const name = place.simple ? place.code : frame.temporary()
  const found = place.simple ? place.code : js`(${name} = ${place.code})`
  if (values.every((value) => typeof value === 'number')) {
    const table = program.numbers(values)
    return { ...arithmetic(js`(${found} >= 0 ? ${table}[${name}] : NaN)`, place.invariant), size: sizeOfAny(values) }
  }
  if (writer.mode.tolerant) throw new NotTyped()
  const table = program.values(values)
  return {
    code: js`(${found} >= 0 ? ${table}[${name}] : f.passed(null, f.doubted()))`,
    type: 'scalar',
    invariant: place.invariant,
    simple: false,
    size: ANY,
    texts: textsAmong(values),
  }
}

function truthOf(writer: TypedWriting, node: Bound): boolean {
  const typed = writer.value(node)
  if (typeof typed.literal === 'boolean') return typed.literal
  if (typeof typed.literal === 'number') return typed.literal !== 0
  throw new NotTyped()
}

function matched(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [sought, array, type] = args
  if (!sought || !array || isRange(sought)) throw new NotTyped()
  const kind = type === undefined ? 1 : writer.number(type).literal
  if (kind !== 0 && kind !== 1) throw new NotTyped()
  const { area, rows, cols } = anyTable(writer, array)
  if (rows > 1 && cols > 1) throw new NotTyped()
  const found = searched(writer, sought, area, kind === 1)
  const name = found.simple ? found.code : writer.frame.temporary()
  const first = found.simple ? found.code : js`(${name} = ${found.code})`
  return { ...arithmetic(js`(${first} >= 0 ? ${name} + 1 : NaN)`, found.invariant), size: NORMAL }
}

/** LOOKUP in one row or column, answered from another of the same length. */
function vectorLookup(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [sought, vector, results] = args
  if (!sought || !vector || isRange(sought)) throw new NotTyped()
  const keys = anyTable(writer, vector)
  const answers = results ? anyTable(writer, results) : keys
  if (!isLine(keys) || !isLine(answers) || keys.rows * keys.cols !== answers.rows * answers.cols) throw new NotTyped()
  return answered(writer, answers.area, searched(writer, sought, keys.area, true))
}

function isLine({ rows, cols }: Table): boolean {
  return rows === 1 || cols === 1
}

/** Index of an exact match as XLOOKUP and XMATCH find it: the first of several. */
function foundExactly(writer: TypedWriting, args: readonly Bound[], modes: readonly (Bound | undefined)[]): Typed {
  const [sought, array] = args
  const [match, search] = modes
  if (!sought || !array || isRange(sought) || writer.mode.tolerant) throw new NotTyped()
  if ((match && writer.number(match).literal !== 0) || (search && writer.number(search).literal !== 1)) {
    throw new NotTyped()
  }
  const table = anyTable(writer, array)
  if (!isLine(table)) throw new NotTyped()
  if (!isConstantArea(writer, table.area)) return searched(writer, sought, table.area, false)
  const typed = writer.value(sought)
  const values = valuesOf(writer, table.area)
  if (values.some((value) => value instanceof ExcelError && value.uncomputable)) throw new NotTyped()
  const name = writer.program.lineIndex(values)
  return hoistedSearch(writer, js`${name}.findExactly(${asScalar(writer, typed).code})`, typed.invariant, typed.simple)
}

function matchedExactly(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [first, again] = assigned(writer, foundExactly(writer, args, args.slice(2)))
  return { ...arithmetic(js`(${first} >= 0 ? ${again} + 1 : NaN)`, false), size: NORMAL }
}

function lookedUpExactly(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [, array, results, otherwise, ...modes] = args
  if (!array || !results) throw new NotTyped()
  const keys = anyTable(writer, array)
  const answers = anyTable(writer, results)
  if (keys.rows !== answers.rows || keys.cols !== answers.cols) throw new NotTyped()
  const found = foundExactly(writer, args, modes)
  if (!otherwise) return { ...answered(writer, answers.area, found), invariant: false }
  const place = writer.frame.temporary()
  const answer = answered(writer, answers.area, { ...found, code: place, simple: true })
  const instead = writer.sometimes(otherwise)
  const isNumber = answer.type === 'number' && instead.type === 'number'
  const [yes, no] = isNumber ? [answer, instead] : [asScalar(writer, answer), asScalar(writer, instead)]
  return {
    code: js`((${place} = ${found.code}) >= 0 ? ${yes.code} : ${no.code})`,
    type: isNumber ? 'number' : 'scalar',
    invariant: false,
    simple: false,
    size: eitherSize(yes.size, no.size),
  }
}

function indexed(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [array, row, col, more] = args
  if (!array || !row || more || isRange(row) || (col && isRange(col))) throw new NotTyped()
  const area = areaPosition(writer, array)
  if (!isRange(array)) throw new NotTyped()
  const down = normal(writer, writer.number(row))
  const across = col ? normal(writer, writer.number(col)) : undefined
  const constant = constantOrNothing(writer, array)
  if (constant) return fromConstants(writer, constant, down, across)
  return fromLine(writer, area, down, across)
}

function constantOrNothing(writer: TypedWriting, array: Bound): ReturnType<typeof constantTable> | undefined {
  try {
    return constantTable(writer, array)
  } catch (reason) {
    if (reason instanceof NotTyped) return undefined
    throw reason
  }
}

function fromConstants(writer: TypedWriting, table: Table, down: Typed, across: Typed | undefined): Typed {
  const { area, rows, cols } = table
  const values = valuesOf(writer, area)
  if (values.some((value) => value instanceof ExcelError)) throw new NotTyped()
  const invariant = down.invariant && (across?.invariant ?? true)
  if (!across) {
    if (rows > 1 && cols > 1) throw new NotTyped()
    const place: Typed = {
      code: placeCode(writer, down, rows * cols),
      type: 'scalar',
      invariant,
      simple: false,
      size: NORMAL,
    }
    return picked(writer, values, place)
  }
  const [a, b] = pair(writer, down, across)
  const row = hoisted(writer, { ...a, code: placeCode(writer, a, rows), simple: false })
  const place: Typed = {
    code: cellIndex(writer, row, b, cols),
    type: 'scalar',
    invariant,
    simple: false,
    size: NORMAL,
  }
  return picked(writer, values, place)
}

/** Index of a cell in a table stored in row order; row -1 means none. */
function cellIndex(writer: TypedWriting, row: Typed, column: Typed, columns: number): Code {
  const { frame, program } = writer
  const [line, whole] = [frame.temporary(), frame.temporary()]
  const known = column.listed?.map((one) => Math.trunc(one) - 1)
  if (known?.every((one) => one >= 0 && one < columns)) {
    const at = js`${program.table(Int32Array.from(known))}[${placeInFamily(writer)}]`
    return js`(${line} = ${row.code}, ${line} >= 0 ? ${line} * ${columns} + ${at} : -1)`
  }
  return js`(${line} = ${row.code}, ${whole} = Math.trunc(${column.code}), ${line} >= 0 && ${whole} >= 1 && ${whole} <= ${columns} ? ${line} * ${columns} + ${whole} - 1 : +f.cellIndex(${line}, ${whole}, ${columns}))`
}

/** Converts a position from 1 to an index from 0. */
function placeCode(writer: TypedWriting, typed: Typed, count: number): Code {
  const [first, again] = assigned(writer, typed)
  const whole = writer.frame.temporary()
  return js`(${whole} = Math.trunc(${first}), ${whole} >= 1 && ${whole} <= ${count} ? ${whole} - 1 : +f.place(${again}, ${count}))`
}

/** INDEX into cells that change. */
function fromLine(writer: TypedWriting, area: AreaPosition, down: Typed, across: Typed | undefined): Typed {
  const rows = fixedSpan(area.top, area.bottom)
  const cols = fixedSpan(area.left, area.right)
  if (rows === undefined || cols === undefined) throw new NotTyped()
  if (!across && rows > 1 && cols > 1) throw new NotTyped()
  const isRow = !across && rows === 1
  const one: Typed = { code: js`1`, type: 'number', invariant: true, simple: true, size: ONE, literal: 1 }
  const [line, other] = isRow ? [one, down] : [down, across ?? one]
  const [row, col] = [writer.frame.temporary(), writer.frame.temporary()]
  const number = numberInBlock(writer, area, row, col)
  const code = js`(${row} = Math.trunc(${line.code}) - 1, ${col} = Math.trunc(${other.code}) - 1, ${row} >= 0 && ${row} < ${rows} && ${col} >= 0 && ${col} < ${cols} ? ${number.code} : NaN)`
  return { ...number, code }
}
