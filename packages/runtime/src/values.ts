/**
 * The values of cells, arguments and results. Plain JavaScript values where possible, so that generated programs stay
 * fast.
 */

export type ErrorCode =
  | '#NULL!'
  | '#DIV/0!'
  | '#VALUE!'
  | '#REF!'
  | '#NAME?'
  | '#NUM!'
  | '#N/A'
  | '#GETTING_DATA'
  | '#SPILL!'
  | '#CONNECT!'
  | '#BLOCKED!'
  | '#UNKNOWN!'
  | '#FIELD!'
  | '#CALC!'
  | '#BUSY!'

/** Why a cell is uncomputable (VBA, external services), and which cell. */
export interface Uncomputable {
  readonly cell: string
  readonly reason: string
}

/**
 * An error value. Ordinary ones are the singletons in `errors`; compare them with `===`.
 * One with `uncomputable` set is not an Excel error that IFERROR and the like may catch: it spreads to every value that
 * reads it.
 */
export class ExcelError {
  readonly code: ErrorCode
  readonly uncomputable: Uncomputable | undefined
  constructor(code: ErrorCode, uncomputable?: Uncomputable) {
    this.code = code
    this.uncomputable = uncomputable
  }
  toString(): string {
    return this.code
  }
}

/** A blank cell is `null`; it is not `""` and not `0`. */
export type Scalar = number | string | boolean | null | ExcelError

export const errors = {
  null: new ExcelError('#NULL!'),
  div0: new ExcelError('#DIV/0!'),
  value: new ExcelError('#VALUE!'),
  ref: new ExcelError('#REF!'),
  name: new ExcelError('#NAME?'),
  num: new ExcelError('#NUM!'),
  na: new ExcelError('#N/A'),
  gettingData: new ExcelError('#GETTING_DATA'),
  spill: new ExcelError('#SPILL!'),
  connect: new ExcelError('#CONNECT!'),
  blocked: new ExcelError('#BLOCKED!'),
  unknown: new ExcelError('#UNKNOWN!'),
  field: new ExcelError('#FIELD!'),
  calc: new ExcelError('#CALC!'),
  busy: new ExcelError('#BUSY!'),
} as const

const byCode: ReadonlyMap<string, ExcelError> = new Map(Object.values(errors).map((error) => [error.code, error]))

/** The error value with this text (`#N/A`), if there is one. */
export function errorFromCode(code: string): ExcelError | undefined {
  return byCode.get(code.toUpperCase())
}

export function isError(value: unknown): value is ExcelError {
  return value instanceof ExcelError
}

/** True for the errors that IFERROR, ISERROR, AGGREGATE and the like may see; an uncomputable value passes through them. */
export function isCatchable(value: unknown): value is ExcelError {
  return value instanceof ExcelError && value.uncomputable === undefined
}

/** True for uncomputable values, and for everything that read them. */
export function isUncomputable(value: unknown): value is ExcelError {
  return value instanceof ExcelError && value.uncomputable !== undefined
}

/**
 * A rectangle of values, read by position (both from 0): an array in memory, or a range of cells.
 * A range may be a whole column: `usedRows` and `usedCols` bound the part that can hold anything but blanks. Loop to
 * those, not to `rows`.
 */
export interface Grid {
  readonly rows: number
  readonly cols: number
  readonly usedRows: number
  readonly usedCols: number
  at(row: number, col: number): Scalar
}

/**
 * An array value in memory, in row order. Arrays computed from whole columns are the same in every row below the last
 * used one: such an array stores fewer elements than it has, and `fill` is the value of the rest.
 */
export class Matrix implements Grid {
  readonly rows: number
  readonly cols: number
  /** The value of every element after the last stored one. */
  readonly fill: Scalar
  private held: readonly Scalar[]
  constructor(rows: number, cols: number, data: readonly Scalar[], fill: Scalar = null) {
    this.rows = rows
    this.cols = cols
    this.held = data
    this.fill = fill
  }
  /** Number of rows stored one by one; those below are all `fill`. */
  get heldRows(): number {
    return this.held.length >= this.rows * this.cols ? this.rows : Math.ceil(this.held.length / this.cols)
  }
  get usedRows(): number {
    return this.fill === null ? this.heldRows : this.rows
  }
  get usedCols(): number {
    return this.cols
  }
  /** Every element. */
  get data(): readonly Scalar[] {
    const size = this.rows * this.cols
    if (this.held.length < size) {
      this.held = Array.from({ length: size }, (_, i) => (i < this.held.length ? (this.held[i] ?? null) : this.fill))
    }
    return this.held
  }
  at(row: number, col: number): Scalar {
    const index = row * this.cols + col
    return index < this.held.length ? (this.held[index] as Scalar) : this.fill
  }
  /** Does `condition` hold for any element? */
  some(condition: (cell: Scalar) => boolean): boolean {
    return this.held.some(condition) || (this.held.length < this.rows * this.cols && condition(this.fill))
  }
  map(change: (cell: Scalar) => Scalar): Matrix {
    return new Matrix(this.rows, this.cols, this.held.map(change), change(this.fill))
  }
  static fromRows(rows: readonly (readonly Scalar[])[]): Matrix {
    const cols = rows[0]?.length ?? 0
    return new Matrix(rows.length, cols, rows.flat())
  }
  static build(rows: number, cols: number, cell: (row: number, col: number) => Scalar): Matrix {
    const data: Scalar[] = []
    for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) data.push(cell(row, col))
    return new Matrix(rows, cols, data)
  }
}

/** Position of one rectangle of cells; rows and columns from 0, `sheet` is the index in the workbook. */
export interface Area {
  readonly sheet: number
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/**
 * A reference to cells: one rectangle, or several (a union, a 3-D reference). Reads go through the workbook that made
 * it.
 */
export interface Reference {
  readonly kind: 'reference'
  readonly areas: readonly Area[]
  /** One grid per area. */
  grid(area: number): Grid
  /** Is this row hidden (manually or by a filter)? Used by SUBTOTAL and AGGREGATE. */
  isRowHidden(area: number, row: number): 'no' | 'manual' | 'filter'
  /** Does this cell hold a SUBTOTAL or AGGREGATE formula? Those skip each other. */
  isSubtotal(area: number, row: number, col: number): boolean
}

/** A LAMBDA value, or a function passed by name (BYROW(A1:B2, SUM)). */
export interface Lambda {
  readonly kind: 'lambda'
  readonly minArgs: number
  readonly maxArgs: number
  /** Only of a function passed by name. */
  readonly name?: string
  /** Parameters for which passing a cell or its value makes no difference. */
  readonly values?: readonly boolean[]
  /** Functions stacked by HSTACK or VSTACK, for GROUPBY and PIVOTBY. */
  readonly stacked?: StackedFunctions
  call(args: readonly Value[]): Value
}

export interface StackedFunctions {
  readonly direction: 'across' | 'down'
  readonly functions: readonly Lambda[]
  /** Labels that replace their own names. */
  readonly labels: readonly string[] | undefined
}

export type Value = Scalar | Matrix | Reference | Lambda

/** A function as an element of an array: a cell shows #CALC! for it, and code that extracts the element can call it. */
class HeldFunction extends ExcelError implements Lambda {
  readonly kind = 'lambda'
  readonly minArgs: number
  readonly maxArgs: number
  private readonly lambda: Lambda

  constructor(lambda: Lambda) {
    super('#CALC!')
    this.lambda = lambda
    this.minArgs = lambda.minArgs
    this.maxArgs = lambda.maxArgs
  }

  get values(): readonly boolean[] {
    return this.lambda.values ?? []
  }

  call(args: readonly Value[]): Value {
    return this.lambda.call(args)
  }
}

/** A function wrapped as a scalar. */
export function held(lambda: Lambda): ExcelError {
  return lambda instanceof HeldFunction ? lambda : new HeldFunction(lambda)
}

/** The cell value of an element: never a function. */
export function kept(value: Scalar): Scalar {
  return value instanceof HeldFunction ? errors.calc : value
}

/** An array with its elements as cell values. */
export function keptMatrix(matrix: Matrix): Matrix {
  return matrix.some((value) => value instanceof HeldFunction) ? matrix.map(kept) : matrix
}

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'reference'
}

export function isLambda(value: unknown): value is Lambda {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'lambda'
}
