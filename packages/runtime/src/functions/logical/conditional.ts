import { spread } from '../../broadcast.ts'
import { isGrid, isScalar, readCells } from '../../cells.ts'
import { toBoolean } from '../../coerce.ts'
import { equalValues } from '../../compare.ts'
import { ExcelError, errors, type Grid, isCatchable, type Scalar, type Value } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'

type Cells = Scalar | Grid

function choose<V>(condition: Scalar, whenTrue: () => V, whenFalse: () => V): V | ExcelError {
  const truth = toBoolean(condition)
  if (truth instanceof ExcelError) return truth
  return truth ? whenTrue() : whenFalse()
}

function ifElse(condition: Value, whenTrue: () => Value, whenFalse: () => Value): Value {
  const test = readCells(condition)
  if (!isGrid(test)) return choose(test, whenTrue, whenFalse)
  const yes = readCells(whenTrue())
  const no = readCells(whenFalse())
  return spread([test, yes, no], (cells) =>
    choose(
      cells[0] as Scalar,
      () => cells[1] as Scalar,
      () => cells[2] as Scalar,
    ),
  )
}

/** The value unless it is an error that `catches` accepts, else the alternative, which is computed only then. */
function otherwise(value: Value, alternative: () => Value, catches: (cell: Scalar) => boolean): Value {
  const cells = readCells(value)
  if (!isGrid(cells)) return catches(cells) ? alternative() : isScalar(value) ? value : cells
  const plain = spread([cells], ([cell]) => cell as Scalar)
  if (!plain.some(catches)) return plain
  return spread(
    [plain, readCells(alternative())],
    ([cell, other]) => (catches(cell as Scalar) ? other : cell) as Scalar,
  )
}

function isNotAvailable(cell: Scalar): boolean {
  return isCatchable(cell) && cell.code === '#N/A'
}

type Lazy = () => Value

/**
 * Pairs of condition and result, in order; evaluation stops at the first true condition unless some conditions are
 * arrays.
 */
function firstThatHolds(pairs: readonly Lazy[]): Value {
  const [condition, result, ...rest] = pairs
  if (!condition || !result) return errors.na
  return ifElse(condition(), result, () => firstThatHolds(rest))
}

/** A blank counts as 0 here, not as the empty text or FALSE. */
function sameForSwitch(left: Scalar, right: Scalar): boolean {
  return equalValues(left ?? 0, right ?? 0)
}

function switchOn(expression: Cells, rest: readonly Lazy[]): Value {
  const [candidate, result, ...others] = rest
  if (!candidate) return errors.na
  if (!result) return candidate()
  const wanted = readCells(candidate())
  if (!isGrid(expression) && !isGrid(wanted)) {
    const error = expression instanceof ExcelError ? expression : wanted instanceof ExcelError ? wanted : undefined
    if (error) return error
    return sameForSwitch(expression, wanted) ? result() : switchOn(expression, others)
  }
  const equal = spread([expression, wanted], ([left = null, right = null]) => {
    if (left instanceof ExcelError) return left
    return right instanceof ExcelError ? right : sameForSwitch(left, right)
  })
  return ifElse(equal, result, () => switchOn(expression, others))
}

export const conditionalFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'IF',
    params: [
      { name: 'logical_test', kind: 'value', intersect: true },
      { name: 'value_if_true', kind: 'lazy' },
      { name: 'value_if_false', kind: 'lazy', optional: true },
    ],
    body: (_context, test, whenTrue, whenFalse) => ifElse(test, whenTrue, whenFalse ?? (() => false)),
  }),
  defineRepeating({
    name: 'IFS',
    params: [],
    repeated: [
      { name: 'logical_test', kind: 'lazy', intersect: true },
      { name: 'value_if_true', kind: 'lazy' },
    ],
    body: (_context, ...pairs) => firstThatHolds(pairs),
  }),
  defineRepeating({
    name: 'SWITCH',
    params: [
      { name: 'expression', kind: 'value', intersect: true },
      { name: 'value1', kind: 'lazy' },
      { name: 'result1', kind: 'lazy' },
    ],
    repeated: [{ name: 'value_or_default', kind: 'lazy', optional: true }],
    body: (_context, expression, value, result, ...rest) => switchOn(readCells(expression), [value, result, ...rest]),
  }),
  define({
    name: 'IFERROR',
    params: [
      { name: 'value', kind: 'value', intersect: true },
      { name: 'value_if_error', kind: 'lazy' },
    ],
    body: (_context, value, alternative) => otherwise(value, alternative, isCatchable),
  }),
  define({
    name: 'IFNA',
    params: [
      { name: 'value', kind: 'value', intersect: true },
      { name: 'value_if_na', kind: 'lazy' },
    ],
    body: (_context, value, alternative) => otherwise(value, alternative, isNotAvailable),
  }),
]
