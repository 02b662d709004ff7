import type { CallContext, FunctionDefinition } from '../functions/definition.ts'
import { ReferenceArray } from '../reference-array.ts'
import { type CallArgument, EMPTY, intersected, intersection, invoke } from '../invoke.ts'
import { MAX_LAMBDA_DEPTH } from '../lambda-depth.ts'
import { snapped } from '../numeric/cancellation.ts'
import { negate, operate, type OperatorName, percent, plus, scalarOperators } from '../operators.ts'
import {
  type Area,
  ExcelError,
  errors,
  isLambda,
  isReference,
  kept,
  keptMatrix,
  type Lambda,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '../values.ts'
import { spilledMember } from '../spilled-member.ts'
import { BeyondProgram } from './beyond-program.ts'
import type { CellSpace } from './cell-space.ts'
import { broadcast } from '../broadcast.ts'

/**
 * Mirrors the reference evaluator node by node: generated code calls it wherever types are unknown, and whenever a fast
 * path meets something other than an ordinary number.
 */
export class ExactMachine {
  readonly context: CallContext
  private readonly space: CellSpace
  private lambdaDepth = 0
  private turn = 0
  /** The given inputs that replace formulas. */
  private readonly overrides = new Map<number, Scalar>()
  private recorder: ((area: Area) => void) | undefined

  constructor(context: CallContext, space: CellSpace) {
    this.context = context
    this.space = space
  }

  read(sheet: number, row: number, col: number): Scalar {
    this.recorder?.({ sheet, top: row, left: col, bottom: row, right: col })
    return this.space.read(sheet, row, col)
  }

  area(sheet: number, top: number, left: number, bottom: number, right: number): Value {
    return this.areas([{ sheet, top, left, bottom, right }])
  }

  areas(areas: readonly Area[]): Reference {
    if (this.recorder) areas.forEach(this.recorder)
    return this.space.reference(areas)
  }

  /** The areas that a computation refers to, in order. */
  recorded(compute: () => void): readonly Area[] {
    const areas: Area[] = []
    this.recorder = (area) => areas.push(area)
    try {
      // Discards results of array formulas, so that their reads are recorded too.
      this.begin()
      compute()
    } finally {
      this.recorder = undefined
    }
    return areas
  }

  /** Are the cells recorded that the current computation refers to? */
  get isRecording(): boolean {
    return this.recorder !== undefined
  }

  /** Sets an input instead of a cell's formula; undefined restores the formula. */
  override(input: number, value: Scalar | undefined): void {
    if (value === undefined) this.overrides.delete(input)
    else this.overrides.set(input, value)
  }

  /** An input, or the result of the cell's formula if the input is omitted. */
  given(input: number, formula: () => Scalar): Scalar {
    const value = this.overrides.get(input)
    return value === undefined ? formula() : value
  }

  call(definition: FunctionDefinition, args: readonly CallArgument[], intersect: boolean): Value {
    return invoke(definition, this.context, args, intersect)
  }

  /** A reference computed at run time, restricted to the areas that the order of computation assumes. */
  within(value: Value, limits: Int32Array): Value {
    const references = value instanceof ReferenceArray ? value.all() : [value]
    if (!references.every((one) => !isReference(one) || one.areas.every((area) => isWithin(area, limits)))) {
      throw new BeyondProgram('A formula refers to cells that could not be foreseen.')
    }
    return value
  }

  operate(operator: OperatorName, left: Value, right: Value): Value {
    if (isPlain(left) && isPlain(right)) return scalarOperators[operator](left, right, this.context)
    return operate(operator, left, right, this.context)
  }

  /** The last addition or subtraction of a formula, which gives 0 if it nearly cancels. */
  finish(operator: '+' | '-', left: Value, right: Value): Value {
    const result = operate(operator, left, right, this.context)
    return typeof result === 'number' && typeof left === 'number' && typeof right === 'number'
      ? snapped(result, left, right)
      : result
  }

  negate(value: Value): Value {
    return negate(value, this.context)
  }

  plus(value: Value): Value {
    return plus(value)
  }

  percent(value: Value): Value {
    return percent(value, this.context)
  }

  intersected(value: Value): Value {
    return intersected(value, this.context)
  }

  /** `@`: the first element of an array, or the cell of a range in the caller's row or column. */
  one(value: Value): Value {
    return value instanceof Matrix ? value.at(0, 0) : intersected(value, this.context)
  }

  /** An array result of a function counts as its first element where one value is expected. */
  first(value: Value): Value {
    return value instanceof Matrix ? value.at(0, 0) : value
  }

  /** The cell value of a result; a blank becomes 0. */
  single(value: Value): Scalar {
    return filled(this.shown(value))
  }

  /** Like `single`, but a blank stays blank. */
  shown(value: Value): Scalar {
    if (value instanceof Matrix) return kept(value.at(0, 0))
    if (isReference(value)) return intersection(value, this.context)
    return isLambda(value) ? errors.calc : value
  }

  /** The value of a result in a single-cell array formula. */
  corner(value: Value): Scalar {
    return filled(matrixOf(value).at(0, 0))
  }

  /** Starts a new run: discards the array formula results of the last one. */
  begin(): void {
    this.turn++
  }

  /** The result of an array formula over several cells, computed when the first of them needs it. */
  region(compute: () => Value): () => Matrix {
    let turn = -1
    let matrix = new Matrix(1, 1, [null])
    return () => {
      if (turn !== this.turn) {
        matrix = matrixOf(compute())
        turn = this.turn
      }
      return matrix
    }
  }

  /** Element of an array formula's result: a single row or column repeats, and cells outside the result are #N/A. */
  member(matrix: Matrix, down: number, across: number): Scalar {
    const row = matrix.rows === 1 ? 0 : down
    const col = matrix.cols === 1 ? 0 : across
    return row < matrix.rows && col < matrix.cols ? filled(matrix.at(row, col)) : errors.na
  }

  /** Element of a dynamic array with this maximum size. */
  spilled(matrix: Matrix, down: number, across: number, rows: number, cols: number): Scalar {
    if (matrix.rows > rows || matrix.cols > cols) {
      throw new BeyondProgram('A dynamic array grew beyond the place it had.')
    }
    return spilledMember(matrix, down, across)
  }

  combined(kind: 'range' | 'intersection' | 'union', left: Value, right: Value): Value {
    if (left instanceof ExcelError) return left
    if (right instanceof ExcelError) return right
    if (!isReference(left) || !isReference(right)) return errors.value
    if (kind === 'union') return this.areas([...left.areas, ...right.areas])
    if (kind === 'intersection') {
      const common = left.areas.flatMap((a) => right.areas.flatMap((b) => commonArea(a, b) ?? []))
      return common.length === 0 ? errors.null : this.areas(common)
    }
    const [a, ...moreA] = left.areas
    const [b, ...moreB] = right.areas
    if (!a || !b || moreA.length + moreB.length > 0 || a.sheet !== b.sheet) return errors.value
    return this.areas([
      {
        sheet: a.sheet,
        top: Math.min(a.top, b.top),
        left: Math.min(a.left, b.left),
        bottom: Math.max(a.bottom, b.bottom),
        right: Math.max(a.right, b.right),
      },
    ])
  }

  /** The value of a parameter or variable; an omitted one reads as blank. */
  variable(value: Value | typeof EMPTY): Value {
    return value === EMPTY ? null : value
  }

  isOmitted(value: Value | typeof EMPTY): boolean {
    return value === EMPTY
  }

  /** A LAMBDA in a program of an earlier compiler; LambdaMachine handles current ones. */
  lambda(required: number, count: number, body: (...args: (Value | typeof EMPTY)[]) => Value): Lambda {
    return {
      kind: 'lambda',
      minArgs: required,
      maxArgs: count,
      call: (args) => {
        if (this.lambdaDepth >= MAX_LAMBDA_DEPTH) return errors.num
        this.lambdaDepth++
        try {
          return body(...Array.from({ length: count }, (_, i) => (i < args.length ? (args[i] as Value) : EMPTY)))
        } finally {
          this.lambdaDepth--
        }
      },
    }
  }

  functionValue(definition: FunctionDefinition): Lambda {
    const required = definition.params.filter((param) => !param.optional && param.default === undefined).length
    return {
      kind: 'lambda',
      name: definition.name,
      minArgs: required,
      maxArgs: definition.repeat ? Number.POSITIVE_INFINITY : definition.params.length,
      call: (args) => invoke(definition, this.context, args, false),
    }
  }

  apply(target: Value, count: number, args: () => (Value | typeof EMPTY)[]): Value {
    if (!isLambda(target)) return target instanceof ExcelError ? target : errors.ref
    if (count < target.minArgs || count > target.maxArgs) return errors.value
    return target.call(args() as Value[])
  }
}

/** Areas as five numbers each: sheet, top, left, bottom, right. */
export function isWithin({ sheet, top, left, bottom, right }: Area, limits: Int32Array): boolean {
  for (let i = 0; i < limits.length; i += 5) {
    if (
      limits[i] === sheet &&
      (limits[i + 1] as number) <= top &&
      (limits[i + 2] as number) <= left &&
      (limits[i + 3] as number) >= bottom &&
      (limits[i + 4] as number) >= right
    )
      return true
  }
  return false
}

function isPlain(value: Value): value is Scalar {
  return value === null || typeof value !== 'object' || value instanceof ExcelError
}

/** A result as an array. */
export function matrixOf(value: Value): Matrix {
  if (value instanceof Matrix) return keptMatrix(value)
  if (!isReference(value)) return new Matrix(1, 1, [isLambda(value) ? errors.calc : value])
  if (value.areas.length !== 1) return new Matrix(1, 1, [errors.value])
  return broadcast([value.grid(0)], ([cell]) => cell ?? null)
}

function filled(value: Scalar): Scalar {
  return value === null ? 0 : value
}

function commonArea(a: Area, b: Area): Area | undefined {
  if (a.sheet !== b.sheet) return undefined
  const top = Math.max(a.top, b.top)
  const left = Math.max(a.left, b.left)
  const bottom = Math.min(a.bottom, b.bottom)
  const right = Math.min(a.right, b.right)
  return top <= bottom && left <= right ? { sheet: a.sheet, top, left, bottom, right } : undefined
}
