import { type Matcher, compileCriterion, isTooLong } from '@sheetwright/runtime/criteria.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { rowAt, colAt } from '../4-analyse/family.ts'
import { type Code, js } from './code.ts'
import { isRange } from './is-range.ts'
import { NORMAL } from './number-size.ts'
import { arithmetic, type AreaPosition, fixedSpan, NotTyped, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { asScalar } from './typed-conversions.ts'
import { isConstantArea } from './typed-cells.ts'
import { areaPosition, isComplete, lineSlice } from './typed-positions.ts'

interface Pair {
  readonly range: AreaPosition
  readonly criterion: Bound
}

/**
 * SUMIFS and the like over columns. Constant conditions on constant cells are decided at compile time: each cell of the
 * family gets the list of rows that meet them. The other conditions are tested on those rows at run time.
 */
export function typedConditional(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  if (writer.mode.elements || !writer.program.options.indexes) throw new NotTyped()
  if (args.some((arg) => arg.kind === 'missing')) throw new NotTyped()
  const { values, pairs } = parts(writer, args, node.definition.name)
  const [first] = pairs
  if (!first) throw new NotTyped()
  const length = checkedLength(
    writer,
    values ? [values, ...pairs.map(({ range }) => range)] : pairs.map(({ range }) => range),
  )
  const known = pairs.filter((pair) => isKnown(writer, pair))
  const asked = pairs.filter((pair) => !known.includes(pair)).map((pair) => askedCode(writer, pair))
  const places = known.length > 0 ? writer.program.placeLists(knownLists(writer, known, length)) : undefined
  const slice = values ? lineSlice(writer, values) : undefined
  const start = slice ? js`${slice.start}` : js`0`
  const store = slice ? writer.program.store(slice.line) : js`null`
  const name = node.definition.name
  const list = places ? js`${places}, ${listIndex(writer)}` : js`null, 0`
  if (name === 'MINIFS' || name === 'MAXIFS') {
    const isMax = name === 'MAXIFS'
    const extreme = js`f.extremeMatching(${isMax}, ${store}, ${start}, ${length}, ${list}, [${asked}])`
    return { ...arithmetic(extreme, false), size: NORMAL }
  }
  const kind = name.startsWith('COUNT') ? 'count' : name.startsWith('AVERAGE') ? 'average' : 'sum'
  const code = js`+f.matching(${kind}, ${store}, ${start}, ${length}, ${list}, [${asked}])`
  return arithmetic(code, false)
}

function parts(
  writer: TypedWriting,
  args: readonly Bound[],
  name: string,
): { values: AreaPosition | undefined; pairs: Pair[] } {
  const area = (node: Bound | undefined): AreaPosition => {
    if (!node || !isRange(node)) throw new NotTyped()
    return areaPosition(writer, node)
  }
  if (name === 'SUMIF' || name === 'AVERAGEIF') {
    const range = area(args[0])
    return { values: args[2] ? area(args[2]) : range, pairs: [{ range, criterion: args[1] as Bound }] }
  }
  const hasValues = !name.startsWith('COUNT')
  const rest = hasValues ? args.slice(1) : args
  const pairs: Pair[] = []
  for (let i = 0; i + 1 < rest.length; i += 2) pairs.push({ range: area(rest[i]), criterion: rest[i + 1] as Bound })
  return { values: hasValues ? area(args[0]) : undefined, pairs }
}

/**
 * Checks that all ranges are single columns, or single rows, of one length, which is the same for every cell of the
 * family.
 */
function checkedLength(writer: TypedWriting, areas: readonly AreaPosition[]): number {
  const shapes = areas.map(({ top, bottom, left, right }) => {
    if (top.kind !== 'fixed' || bottom.kind !== 'fixed' || left.kind !== 'fixed' || right.kind !== 'fixed')
      throw new NotTyped()
    return { rows: fixedSpan(top, bottom) ?? 0, cols: fixedSpan(left, right) ?? 0 }
  })
  const [first] = shapes
  if (!first || (first.rows > 1 && first.cols > 1)) throw new NotTyped()
  if (shapes.some(({ rows, cols }) => rows !== first.rows || cols !== first.cols)) throw new NotTyped()
  for (const area of areas) {
    const fixedArea = plainArea(area)
    const used = writer.program.storage.clipped(fixedArea)
    if (!used || used.bottom !== fixedArea.bottom || used.right !== fixedArea.right) throw new NotTyped()
  }
  return first.rows * first.cols
}

function plainArea({ sheet, top, left, bottom, right }: AreaPosition) {
  const at = (position: AreaPosition['top']) => (position as { value: number }).value
  return { sheet, top: at(top), left: at(left), bottom: at(bottom), right: at(right) }
}

function isKnown(writer: TypedWriting, { range, criterion }: Pair): boolean {
  return isConstantArea(writer, plainArea(range)) && isKnownCriterion(writer, criterion)
}

/** A literal, or a cell (fixed or in the family's line) that depends on no input. */
function isKnownCriterion(writer: TypedWriting, node: Bound): boolean {
  if (node.kind === 'constant') return true
  if (node.kind !== 'cell') return false
  const area = areaPosition(writer, node)
  const { family } = writer
  const at = (position: AreaPosition['top'], home: number, i: number) =>
    position.kind === 'fixed' ? position.value : position.kind === 'moving' ? home + i + position.offset : -1
  const last = family.count - 1
  const rows = [at(area.top, family.row, 0), at(area.top, family.row, last)]
  const cols = [at(area.left, family.col, 0), at(area.left, family.col, last)]
  if (rows.some((row) => row < 0) || cols.some((col) => col < 0)) return false
  return isConstantArea(writer, {
    sheet: area.sheet,
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...cols),
    right: Math.max(...cols),
  })
}

function criterionAt(writer: TypedWriting, node: Bound, i: number): Scalar {
  if (node.kind === 'constant') return node.value as Scalar
  const area = areaPosition(writer, node)
  const { family } = writer
  const row = area.top.kind === 'fixed' ? area.top.value : rowAt(family, i) + (area.top as { offset: number }).offset
  const col = area.left.kind === 'fixed' ? area.left.value : colAt(family, i) + (area.left as { offset: number }).offset
  return writer.program.analysis.constant(area.sheet, row, col)
}

/** For each cell of the family, the positions, from 0, where all constant conditions hold. */
function knownLists(writer: TypedWriting, pairs: readonly Pair[], length: number): Int32Array[] {
  const groups = pairs.map(({ range }) => writer.program.groupsOf(plainArea(range)))
  const context = writer.program.conversion
  return Array.from({ length: writer.family.count }, (_, i) => {
    const accepted = pairs.map(({ criterion }, k) => {
      const value = criterionAt(writer, criterion, i)
      if (value instanceof ExcelError || isTooLong(value)) throw new NotTyped()
      const matches = compileCriterion(value, context)
      const { distinct } = groups[k] as ReturnType<typeof writer.program.groupsOf>
      return distinct.map((one) => acceptedBy(matches, one))
    })
    return meeting(groups, accepted, length)
  })
}

function acceptedBy(matches: Matcher, value: Scalar): boolean {
  if (value instanceof ExcelError && value.uncomputable) throw new NotTyped()
  return matches(value)
}

function meeting(
  groups: readonly { readonly codes: Int32Array; readonly places: readonly (readonly number[])[] }[],
  accepted: readonly (readonly boolean[])[],
  length: number,
): Int32Array {
  const sizes = accepted.map((list, k) =>
    list.reduce((sum, ok, code) => sum + (ok ? (groups[k]?.places[code]?.length ?? 0) : 0), 0),
  )
  const best = sizes.indexOf(Math.min(...sizes))
  const start = (accepted[best] ?? []).flatMap((ok, code) => (ok ? (groups[best]?.places[code] ?? []) : []))
  const found = start.filter((place) =>
    accepted.every((list, k) => k === best || list[groups[k]?.codes[place] ?? 0] === true),
  )
  return Int32Array.from(found.length <= length ? found : []).sort()
}

/** The index of the current cell's list. */
function listIndex(writer: TypedWriting): Code {
  const { family, frame } = writer
  if (family.count === 1) return js`0`
  return js`${frame.line} - ${family.axis === 'down' ? family.row : family.col}`
}

/** A condition tested at run time: the storage of its cells, and the test. */
function askedCode(writer: TypedWriting, { range, criterion }: Pair): Code {
  if (isRange(criterion)) throw new NotTyped()
  const typed = writer.value(criterion)
  if (isConstantArea(writer, plainArea(range)) && !writer.mode.tolerant) return askedOfGroups(writer, range, typed)
  const { line, start } = sliceOrValues(writer, range)
  const scalar = typed.literal === undefined ? asScalar(writer, typed) : typed
  const code = js`f.condition(${writer.program.store(line)}, ${start}, ${scalar.code})`
  if (typed.literal !== undefined) return writer.program.defined(code)
  return typed.invariant && writer.frame.isLoop ? writer.frame.hoist(code) : code
}

/** A run-time condition on constant cells: each distinct value is tested once. */
function askedOfGroups(writer: TypedWriting, range: AreaPosition, typed: Typed): Code {
  const { program, frame } = writer
  const { distinct, codes } = program.groupsOf(plainArea(range))
  if (distinct.some((value) => value instanceof ExcelError)) throw new NotTyped()
  const given = typed.literal === undefined ? asScalar(writer, typed).code : typed.code
  const code = js`f.conditionOn(${program.table(codes)}, ${program.values(distinct)}, ${given})`
  return typed.invariant && frame.isLoop ? frame.hoist(code) : code
}

function sliceOrValues(writer: TypedWriting, range: AreaPosition) {
  const area = plainArea(range)
  const { storage } = writer.program
  const candidates = [
    area.left === area.right
      ? { line: storage.line('down', area.sheet, area.left, area.top), from: area.top, to: area.bottom }
      : undefined,
    area.top === area.bottom
      ? { line: storage.line('across', area.sheet, area.top, area.left), from: area.left, to: area.right }
      : undefined,
  ]
  for (const candidate of candidates) {
    if (!candidate?.line || !isComplete(writer, candidate.line)) continue
    if (candidate.from < candidate.line.from || candidate.to > candidate.line.to) continue
    return { line: candidate.line, start: js`${candidate.from - candidate.line.from}` }
  }
  throw new NotTyped()
}
