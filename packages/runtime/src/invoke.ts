import { broadcast, spread } from './broadcast.ts'
import { SingleCell } from './range-part.ts'
import { cellsOf, isGrid } from './cells.ts'
import { toBoolean, toNumber, toText } from './coerce.ts'
import type { Argument, CallContext, FunctionDefinition, Param } from './functions/definition.ts'
import { settled } from './operators.ts'
import { ReferenceArray } from './reference-array.ts'
import {
  ExcelError,
  errors,
  type Grid,
  held,
  isLambda,
  isReference,
  isUncomputable,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from './values.ts'

/** An empty argument, as in `F(1,,2)`. */
export const EMPTY: unique symbol = Symbol('empty argument')

/** An argument from the caller: a value, nothing, or for a lazy parameter a function that computes it. */
export type CallArgument = Value | typeof EMPTY | (() => Value)

/**
 * Calls a function by its signature: counts, empty arguments, references, coercion, errors, arrays.
 * With `intersect` (outside array formulas) a range given to a single-valued parameter means its cell in the caller's
 * row or column; otherwise the function runs for every cell.
 */
export function invoke(
  definition: FunctionDefinition,
  context: CallContext,
  args: readonly CallArgument[],
  intersect: boolean,
): Value {
  const asGiven = readyAsGiven(definition, args, intersect)
  if (asGiven) return tidy(run(definition, context, asGiven))
  if (!acceptsCount(definition, args.length)) return errors.value
  const ready: unknown[] = []
  let lifted = false
  for (let i = 0; i < Math.max(args.length, fixedCount(definition)); i++) {
    const param = paramAt(definition, i)
    if (!param) return errors.value
    const argument = i < args.length ? args[i] : undefined
    if (argument === undefined || argument === EMPTY) {
      const empty = i < args.length ? emptyArgument(param) : param.default
      if (isFailure(empty)) return empty.failed
      ready.push(empty)
      continue
    }
    const value = received(param, argument, context, intersect)
    if (isFailure(value)) return value.failed
    if (isLifted(param) ? isGrid(value as Scalar | Grid) : takesEach(param, value)) lifted = true
    ready.push(value)
  }
  if (lifted) return liftedCall(definition, context, ready)
  const error = convertAll(definition, context, ready)
  if (error) return error
  const unknown = definition.rearranges ? firstUncomputable(ready) : undefined
  if (unknown) return unknown
  return tidy(run(definition, context, ready))
}

/**
 * The fast path for most calls: the arguments, with defaults, if each is a single value of exactly the parameter's
 * type.
 */
function readyAsGiven(
  { params, repeat }: FunctionDefinition,
  args: readonly CallArgument[],
  intersect: boolean,
): readonly unknown[] | undefined {
  const count = args.length
  if (repeat || count > params.length) return undefined
  for (let i = 0; i < count; i++) if (!isReady(params[i] as Param, args[i], intersect)) return undefined
  if (count === params.length) return args
  const ready: unknown[] = [...args]
  for (let i = count; i < params.length; i++) {
    const param = params[i] as Param
    if (param.default === undefined ? !param.optional : !isReady(param, param.default, intersect)) return undefined
    ready.push(param.default)
  }
  return ready
}

function isReady(param: Param, value: unknown, intersect: boolean): boolean {
  switch (param.kind) {
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'scalar':
    case 'value':
      return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    case 'lazy':
      return typeof value === 'function' && !(intersect && param.intersect)
    default:
      return false
  }
}

/** The first uncomputable cell among the arguments. */
function firstUncomputable(args: readonly unknown[]): ExcelError | undefined {
  for (const arg of args) {
    if (typeof arg !== 'object' || arg === null || !(isReference(arg) || isGrid(arg as Grid))) continue
    for (const cell of cellsOf(arg as Grid | Reference)) if (isUncomputable(cell)) return cell
  }
  return undefined
}

/** Can the function be called with this many arguments? */
export function acceptsCount(definition: FunctionDefinition, count: number): boolean {
  const { params, repeat = 0 } = definition
  // An optional argument before a required one must still have its position (REDUCE).
  const required = params.findLastIndex((param) => !param.optional && param.default === undefined) + 1
  if (count < required) return false
  if (repeat === 0) return count <= params.length
  const beyond = count - (params.length - repeat)
  return beyond <= 0 || beyond % repeat === 0 || params.slice(-repeat).some((param) => param.optional === true)
}

/** The parameter of the argument at this index; repeating groups cycle. */
export function paramAt(definition: FunctionDefinition, index: number): Param | undefined {
  const { params, repeat = 0 } = definition
  if (index < params.length || repeat === 0) return params[index]
  return params[params.length - repeat + ((index - params.length) % repeat)]
}

function fixedCount(definition: FunctionDefinition): number {
  return definition.params.length - (definition.repeat ?? 0)
}

export function isLifted(param: Param): boolean {
  return param.kind === 'number' || param.kind === 'text' || param.kind === 'boolean' || param.kind === 'scalar'
}

/** Does the function run for each reference of this argument? */
function takesEach(param: Param, value: unknown): value is ReferenceArray {
  return value instanceof ReferenceArray && (param.kind === 'reference' || param.references === 'each')
}

function stops(param: Param, error: ExcelError): boolean {
  if (!isLifted(param)) return false
  return param.errors !== 'pass' || error.uncomputable !== undefined
}

function emptyArgument(param: Param): unknown {
  if (param.kind === 'lazy') return param.empty === 'default' ? undefined : () => null
  if (param.empty !== 'blank' && (param.default !== undefined || param.optional)) return param.default
  switch (param.kind) {
    case 'number':
      return param.booleans === 'refuse' ? errors.na : 0
    case 'text':
      return ''
    case 'boolean':
      return false
    case 'grid':
      return new Matrix(1, 1, [null])
    case 'argument':
      return { from: 'literal', value: null } satisfies Argument
    case 'reference':
    case 'lambda':
      return { failed: errors.value } satisfies Failure
    default:
      return null
  }
}

/** A reason to stop other than the argument's value. */
interface Failure {
  readonly failed: ExcelError
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failed' in value
}

function received(param: Param, argument: Value | (() => Value), context: CallContext, intersect: boolean): unknown {
  if (typeof argument === 'function') {
    if (param.kind === 'lazy') return intersect && param.intersect ? () => intersected(argument(), context) : argument
    return received(param, argument(), context, intersect)
  }
  // An uncomputable value may stand for any number of cells: a function that takes it whole has no result either.
  if (isUncomputable(argument) && param.kind !== 'lazy' && param.errors !== 'first' && !isLifted(param))
    return { failed: argument } satisfies Failure
  if (takesEach(param, argument)) return argument
  switch (param.kind) {
    case 'number':
    case 'text':
    case 'boolean':
    case 'scalar':
      if (param.ranges === 'refuse' && isRange(argument)) return { failed: errors.value } satisfies Failure
      return single(argument, context, intersect)
    case 'grid':
      return param.areas === 'joined' ? gridOf(joined(argument)) : gridOf(argument)
    case 'argument':
      return argumentOf(argument)
    case 'reference':
      if (isReference(argument)) return argument
      return { failed: argument instanceof ExcelError ? argument : errors.value } satisfies Failure
    case 'lambda':
      if (isLambda(argument)) return argument
      if (argument instanceof Matrix && argument.some(isLambda)) return { failed: errors.calc } satisfies Failure
      return { failed: argument instanceof ExcelError ? argument : errors.value } satisfies Failure
    case 'value':
      return intersect && param.intersect ? intersected(argument, context) : argument
    case 'lazy':
      return () => argument
  }
}

function isRange(value: Value): boolean {
  if (!isReference(value)) return false
  const [area] = value.areas
  return value.areas.length !== 1 || !area || area.top !== area.bottom || area.left !== area.right
}

/** A scalar, or a grid if the call must run for each element. */
function single(value: Value, context: CallContext, intersect: boolean): Scalar | Grid {
  if (value === null || typeof value !== 'object' || value instanceof ExcelError) return value
  if (value instanceof SingleCell) return value.value()
  if (value instanceof Matrix) return value.rows === 1 && value.cols === 1 ? value.at(0, 0) : value
  if (isLambda(value)) return errors.calc
  if (value.areas.length !== 1) return errors.value
  const grid = value.grid(0)
  if (grid.rows === 1 && grid.cols === 1) return grid.at(0, 0)
  return intersect ? intersection(value, context) : grid
}

function gridOf(value: Value): Grid | Failure {
  if (value instanceof Matrix) return value
  if (isReference(value)) return value.areas.length === 1 ? value.grid(0) : { failed: errors.value }
  if (isLambda(value)) return { failed: errors.calc }
  return new Matrix(1, 1, [value])
}

/** The cells of a reference of several areas, below each other; anything else unchanged. */
function joined(value: Value): Value {
  if (!isReference(value) || value.areas.length === 1) return value
  const cells = [...cellsOf(value)]
  return new Matrix(cells.length, 1, cells)
}

function argumentOf(value: Value): Argument | Failure {
  if (value instanceof Matrix) return { from: 'array', grid: value }
  if (isReference(value)) return { from: 'cells', reference: value }
  if (isLambda(value)) return { failed: errors.calc }
  return { from: 'literal', value }
}

/** A range cut down to the caller's row or column; anything else unchanged. */
export function intersected(value: Value, context: Pick<CallContext, 'cell'>): Value {
  return isReference(value) ? intersection(value, context) : value
}

/** Implicit intersection: the cell of a range in the caller's row or column. */
export function intersection(reference: Reference, { cell }: Pick<CallContext, 'cell'>): Scalar {
  const [area] = reference.areas
  if (!area || reference.areas.length !== 1) return errors.value
  const rows = area.bottom - area.top
  const cols = area.right - area.left
  const grid = reference.grid(0)
  if (rows === 0 && cols === 0) return grid.at(0, 0)
  const inRow = cell.row >= area.top && cell.row <= area.bottom
  const inCol = cell.col >= area.left && cell.col <= area.right
  if (cols === 0) return inRow ? grid.at(cell.row - area.top, 0) : errors.value
  if (rows === 0) return inCol ? grid.at(0, cell.col - area.left) : errors.value
  return inRow && inCol ? grid.at(cell.row - area.top, cell.col - area.left) : errors.value
}

/** Converts the arguments to the body's types, in place; the leftmost error is the result of the call. */
function convertAll(definition: FunctionDefinition, context: CallContext, ready: unknown[]): ExcelError | undefined {
  for (let i = 0; i < ready.length; i++) {
    const value = ready[i]
    if (value === undefined) continue
    const param = paramAt(definition, i)
    if (!param) continue
    const converted = convert(param, value, context)
    if (converted instanceof ExcelError && stops(param, converted)) return converted
    ready[i] = converted
  }
  return undefined
}

function convert(param: Param, value: unknown, context: CallContext): unknown {
  switch (param.kind) {
    case 'number':
      if (typeof value === 'number') return value
      return typeof value === 'boolean' && param.booleans === 'refuse'
        ? errors.value
        : toNumber(value as Scalar, context)
    case 'text':
      return typeof value === 'string' ? value : toText(value as Scalar, context)
    case 'boolean':
      return typeof value === 'boolean' ? value : toBoolean(value as Scalar)
    default:
      return value
  }
}

/** An argument that differs from one run of a lifted call to the next. */
interface Place {
  readonly i: number
  readonly param: Param
  readonly each: ReferenceArray | undefined
}

function liftedCall(definition: FunctionDefinition, context: CallContext, ready: readonly unknown[]): Value {
  const inputs: (Scalar | Grid)[] = []
  const places = ready.flatMap((value, i): Place[] => {
    const param = paramAt(definition, i)
    if (!param || value === undefined) return []
    const each = takesEach(param, value) ? value : undefined
    if (!each && !isLifted(param)) return []
    inputs.push(each?.indexes() ?? (value as Scalar | Grid))
    return [{ i, param, each }]
  })
  const call = (cells: readonly Scalar[]): Value => {
    context.charge(1)
    const args = [...ready]
    for (let k = 0; k < places.length; k++) {
      const { i, param, each } = places[k] as Place
      const given = each ? received(param, each.reference(cells[k] as number), context, false) : cells[k]
      if (isFailure(given)) return given.failed
      args[i] = given
    }
    return convertAll(definition, context, args) ?? tidy(run(definition, context, args))
  }
  return definition.refers ? eachReference(inputs, call) : broadcast(inputs, (cells) => firstCell(call(cells)))
}

function eachReference(inputs: readonly (Scalar | Grid)[], call: (cells: readonly Scalar[]) => Value): Value {
  const references: (Reference | ExcelError)[] = []
  // A position outside an array is #N/A there, and so is the result of the call.
  const firstCells = spread(inputs, (cells) => {
    const result = call(cells)
    references.push(isReference(result) || result instanceof ExcelError ? result : errors.value)
    return firstCell(result)
  })
  const [only] = references
  return only && references.length === 1 ? only : new ReferenceArray(firstCells, references)
}

function run(definition: FunctionDefinition, context: CallContext, args: readonly unknown[]): Value {
  return definition.body(context, ...(args as never[]))
}

/** An array cannot be an element of an array: its first cell replaces it. */
function firstCell(value: Value): Scalar {
  if (value instanceof Matrix) return value.at(0, 0)
  if (isReference(value)) return value.areas.length === 1 ? value.grid(0).at(0, 0) : errors.value
  return isLambda(value) ? held(value) : value
}

/** Numbers of a result as a cell can hold them. */
export function tidy(value: Value): Value {
  if (typeof value === 'number') return settled(value)
  if (!(value instanceof Matrix) || !value.some((cell) => typeof cell === 'number' && !isTidy(cell))) return value
  return value.map((cell) => (typeof cell === 'number' ? settled(cell) : cell))
}

function isTidy(value: number): boolean {
  return Object.is(settled(value), value)
}
