import { isGrid, readCells } from './cells.ts'
import { type Conversion, toNumber, toText } from './coerce.ts'
import { compareValues, equalValues, sameText } from './compare.ts'
import { broadcast } from './broadcast.ts'
import { powerOf } from './numeric/power.ts'
import { ExcelError, errors, isReference, type Scalar, type Value } from './values.ts'

export type OperatorName = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>='

type ScalarOperator = (left: Scalar, right: Scalar, context: Conversion) => Scalar

/** A number as a cell can hold it: no infinities, no negative zero, no subnormals. */
export function settled(value: number): Scalar {
  if (value !== value || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return errors.num
  return value < SMALLEST_NORMAL && value > -SMALLEST_NORMAL ? 0 : value
}

const SMALLEST_NORMAL = 2.2250738585072014e-308

function arithmetic(compute: (left: number, right: number) => Scalar): ScalarOperator {
  return (left, right, context) => {
    const a = typeof left === 'number' ? left : toNumber(left, context)
    if (a instanceof ExcelError) return a
    const b = typeof right === 'number' ? right : toNumber(right, context)
    return b instanceof ExcelError ? b : compute(a, b)
  }
}

/** Tests equality by `=`; texts need no order for that. */
function equality(wanted: boolean): ScalarOperator {
  return (left, right) => {
    if (left instanceof ExcelError) return left
    if (right instanceof ExcelError) return right
    const same =
      typeof left === 'string' && typeof right === 'string' ? sameText(left, right) : equalValues(left, right)
    return same === wanted
  }
}

function comparison(holds: (order: number) => boolean): ScalarOperator {
  return (left, right) => {
    if (left instanceof ExcelError) return left
    if (right instanceof ExcelError) return right
    return holds(compareValues(left, right))
  }
}

/** Excel's power: 0^0 and even roots of negative numbers are undefined. */
export function power(base: number, exponent: number): Scalar {
  if (base === 0 && exponent === 0) return errors.num
  if (base === 0 && exponent < 0) return errors.div0
  return settled(powerOf(base, exponent))
}

export const scalarOperators: Readonly<Record<OperatorName, ScalarOperator>> = {
  '+': arithmetic((a, b) => settled(a + b)),
  '-': arithmetic((a, b) => settled(a - b)),
  '*': arithmetic((a, b) => settled(a * b)),
  '/': arithmetic((a, b) => (b === 0 ? errors.div0 : settled(a / b))),
  '^': arithmetic(power),
  '&': (left, right, context) => {
    const a = toText(left, context)
    if (a instanceof ExcelError) return a
    const b = toText(right, context)
    if (b instanceof ExcelError) return b
    return a.length + b.length > MAX_TEXT ? errors.value : a + b
  },
  '=': equality(true),
  '<>': equality(false),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
}

const MAX_TEXT = 32_767

/** Applies an operator; arrays and ranges are processed element by element. */
export function operate(operator: OperatorName, left: Value, right: Value, context: Conversion): Value {
  const a = readCells(left)
  const b = readCells(right)
  const apply = scalarOperators[operator]
  if (!isGrid(a) && !isGrid(b)) return apply(a, b, context)
  return broadcast([a, b], ([x, y]) => apply(x as Scalar, y as Scalar, context))
}

export function negate(value: Value, context: Conversion): Value {
  return mapCells(value, (cell) => {
    const number = toNumber(cell, context)
    return number instanceof ExcelError ? number : settled(-number)
  })
}

/**
 * Unary plus where arrays are expected: a range of several cells becomes an array, which functions that refuse ranges
 * take (`EDATE(+A1:A9,1)`). Anything else is unchanged, a reference to one cell too.
 */
export function plus(value: Value): Value {
  if (!isReference(value)) return value
  const cells = readCells(value)
  return isGrid(cells) ? broadcast([cells], ([cell]) => cell as Scalar) : value
}

export function percent(value: Value, context: Conversion): Value {
  return mapCells(value, (cell) => {
    const number = toNumber(cell, context)
    return number instanceof ExcelError ? number : settled(number / 100)
  })
}

function mapCells(value: Value, apply: (cell: Scalar) => Scalar): Value {
  const cells = readCells(value)
  return isGrid(cells) ? broadcast([cells], ([cell]) => apply(cell as Scalar)) : apply(cells)
}
