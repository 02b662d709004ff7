import { ExcelError, Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import type { Bound } from '../3-bind/bound.ts'
import { colAt, rowAt } from '../4-analyse/family.ts'
import { isReshaping } from '../4-analyse/precedents.ts'
import { type Code, js } from './code.ts'
import { isRange } from './is-range.ts'
import { ANY, sizeOfAny } from './number-size.ts'
import { type AreaPosition, literal, NotTyped, type Position, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { asScalar } from './typed-conversions.ts'
import { isConstantArea } from './typed-cells.ts'
import { areaPosition } from './typed-positions.ts'

/** Longer families do not get their own lists of constants. */
const LONGEST_LIST = 200_000

/** A part of a formula that depends on no input: its value, or a list of its values, one per cell of the family. */
export function foldedPart(writer: TypedWriting, node: Bound): Typed | undefined {
  if (!writer.program.options.folding || writer.mode.elements || !isWorthFolding(node)) return undefined
  if (writer.family.count > LONGEST_LIST || !isConstantTree(writer, node)) return undefined
  const { family, program } = writer
  const values = Array.from({ length: family.count }, (_, i) =>
    program.analysis.part(node, family.sheet, rowAt(family, i), colAt(family, i)),
  )
  if (!values.every((value) => value !== undefined)) return undefined
  const [first = null] = values
  if (values.every((value) => value === first)) {
    return first instanceof ExcelError ? undefined : literal(first)
  }
  return listed(writer, values)
}

/** Constant values, one per cell of the family. */
function listed(writer: TypedWriting, values: readonly Scalar[]): Typed {
  const { program } = writer
  const index = placeInFamily(writer)
  const base = { invariant: false, simple: false, size: ANY }
  if (values.every((value) => typeof value === 'number')) {
    return {
      ...base,
      code: js`${program.numbers(values)}[${index}]`,
      type: 'number',
      size: sizeOfAny(values),
      listed: values,
    }
  }
  if (values.every((value) => typeof value === 'boolean')) {
    const table = program.table(Int32Array.from(values, (value) => (value ? 1 : 0)))
    return { ...base, code: js`(${table}[${index}] === 1)`, type: 'boolean' }
  }
  return { ...base, code: js`${program.values(values)}[${index}]`, type: 'scalar' }
}

/** Index of the current cell in its family. */
export function placeInFamily({ family, frame }: TypedWriting): Code {
  return js`${frame.line} - ${family.axis === 'down' ? family.row : family.col}`
}

function isWorthFolding(node: Bound): boolean {
  return node.kind === 'call' || node.kind === 'operate' || node.kind === 'negate' || node.kind === 'percent'
}

/** Is it constant for all inputs? */
function isConstantTree(writer: TypedWriting, node: Bound): boolean {
  switch (node.kind) {
    case 'constant':
      return !(node.value instanceof Matrix)
    case 'missing':
      return true
    case 'cell':
      return isConstantPlace(writer, node)
    case 'group':
    case 'plus':
    case 'negate':
    case 'percent':
      return isConstantTree(writer, node.operand)
    case 'operate':
      return isConstantTree(writer, node.left) && isConstantTree(writer, node.right)
    case 'name':
      return node.name.formula().tree.kind === 'cell' && isConstantPlace(writer, node)
    case 'call':
      if (node.definition.volatile || isReshaping(node)) return false
      return node.args.every((arg, i) => {
        if (!isRange(arg)) return isConstantTree(writer, arg)
        const param = paramAt(node.definition, i)
        return (
          param !== undefined &&
          !isLifted(param) &&
          !param.intersect &&
          param.kind !== 'lazy' &&
          isConstantPlace(writer, arg)
        )
      })
    default:
      return false
  }
}

/** Do the cells of a reference depend on no input, seen from any cell of the family? */
function isConstantPlace(writer: TypedWriting, node: Bound): boolean {
  let area: AreaPosition
  try {
    area = areaPosition(writer, node)
  } catch (reason) {
    if (reason instanceof NotTyped) return false
    throw reason
  }
  const { family } = writer
  const ends = (position: Position, home: number): [number, number] | undefined => {
    if (position.kind === 'fixed') return [position.value, position.value]
    return position.kind === 'moving' ? [home + position.offset, home + position.offset + family.count - 1] : undefined
  }
  const top = ends(area.top, family.row)
  const bottom = ends(area.bottom, family.row)
  const left = ends(area.left, family.col)
  const right = ends(area.right, family.col)
  if (!top || !bottom || !left || !right) return false
  return isConstantArea(writer, { sheet: area.sheet, top: top[0], bottom: bottom[1], left: left[0], right: right[1] })
}

/** A column of constant texts compared with a loop invariant: each distinct text is compared once. */
export function comparedEach(writer: TypedWriting, node: Extract<Bound, { kind: 'operate' }>): Typed | undefined {
  const { frame, family, program } = writer
  if (!frame.isLoop || writer.mode.elements || family.count < 4 || !program.options.folding) return undefined
  const isLeft = node.left.kind === 'cell' && isConstantPlace(writer, node.left)
  const column = isLeft ? node.left : node.right
  if (column.kind !== 'cell' || !isConstantPlace(writer, column)) return undefined
  const other = writer.value(isLeft ? node.right : node.left)
  if (!other.invariant || other.literal !== undefined) return undefined
  const values = Array.from({ length: family.count }, (_, i) =>
    program.analysis.part(column, family.sheet, rowAt(family, i), colAt(family, i)),
  )
  if (!values.every((value) => value !== undefined)) return undefined
  if (values.every((value) => typeof value === 'number') || values.some((value) => value instanceof ExcelError))
    return undefined
  const distinct = [...new Set(values)]
  const codes = new Map(distinct.map((value, code) => [value, code]))
  const table = program.table(Int32Array.from(values, (value) => codes.get(value) ?? 0))
  const given = asScalar(writer, other).code
  const each = frame.hoist(js`f.compareEach(${program.values(distinct)}, ${node.operator}, ${given}, ${isLeft})`)
  return {
    code: js`(${each}[${table}[${placeInFamily(writer)}]] === 1)`,
    type: 'boolean',
    invariant: false,
    simple: false,
    size: ANY,
  }
}
