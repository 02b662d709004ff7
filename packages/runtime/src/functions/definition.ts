import type { ExcelError, Grid, Lambda, Matrix, Reference, Scalar, Value } from '../values.ts'

/**
 * A worksheet function: data about its parameters, and a body.
 *
 * The caller (evaluator or generated program) does the work common to all functions, driven by `params`: implicit
 * intersection, reading references, coercion, propagation of errors, broadcasting over arrays. A body therefore sees
 * plain JavaScript values and holds only the function's own rules.
 */
export interface FunctionDefinition {
  readonly name: string
  readonly params: readonly Param[]
  /**
   * How many of the last parameters repeat as a group (SUMIFS: 2). The group occurs at least once unless it is
   * optional.
   */
  readonly repeat?: number
  /** Gives another result at every calculation (NOW, RAND, OFFSET, INDIRECT …). */
  readonly volatile?: boolean
  /**
   * Other visible names of the function. The stored name may carry a prefix: `STDEV.S` is stored as `_xlfn.STDEV.S`.
   */
  readonly aliases?: readonly string[]
  /** Excel's algorithm is published only in part: the author of a workbook that calls it is told. */
  readonly mayDiffer?: true
  /**
   * Takes whole columns and rows only up to the last used cell, where Excel counts the blanks below: the author of a
   * workbook that gives it some is told.
   */
  readonly leavesOutBlanks?: true
  /**
   * The position of each value in the result depends on the other values (SORT, UNIQUE, GROUPBY …): if one of them
   * cannot be computed, the whole result cannot.
   */
  readonly rearranges?: true
  /** Gives references (OFFSET, INDIRECT): for arrays an array of references, not of values. */
  readonly refers?: true
  readonly body: (context: CallContext, ...args: never[]) => Value
}

/**
 * The kinds of parameter, and what the body receives:
 *
 * | kind      | body receives | arrays and ranges |
 * |-----------|---------------|-------------------|
 * | number    | number        | lifted: the body runs once for each element, the result is an array |
 * | text      | string        | lifted |
 * | boolean   | boolean       | lifted |
 * | scalar    | Scalar, as is (blank stays null) | lifted |
 * | grid      | Grid          | taken whole; a scalar becomes 1 x 1 |
 * | argument  | Argument      | taken whole, knowing whether it came from cells: for SUM, COUNT, AND and their kind |
 * | reference | Reference     | anything else is #VALUE!; lifted over an array of references |
 * | lambda    | Lambda        | anything else is #VALUE! |
 * | value     | Value         | anything, untouched |
 * | lazy      | () => Value   | evaluated only when called, for IF, IFERROR, CHOOSE … |
 *
 * An error in a number, text, boolean or scalar argument is the result of the call (the leftmost argument wins), unless the
 * parameter says `errors: 'pass'`, which only `scalar` can. Grid, argument and value bodies meet errors themselves.
 *
 * A body that returns NaN or an infinity, alone or inside an array, has no result: the caller makes it #NUM!.
 */
export type ParamKind =
  | 'number'
  | 'text'
  | 'boolean'
  | 'scalar'
  | 'grid'
  | 'argument'
  | 'reference'
  | 'lambda'
  | 'value'
  | 'lazy'

export interface Param {
  readonly name: string
  readonly kind: ParamKind
  /** May be left out at the end of the call; the body then receives undefined, or `default` if given. */
  readonly optional?: boolean
  /** Used if the argument is left out AND if it is empty, as in `F(1,,2)`, unless `empty` says otherwise. */
  readonly default?: number | string | boolean
  /**
   * The meaning of an empty argument, as in `F(1,,2)`: its default, as if it were left out (the usual case), or a blank
   * (0, "", FALSE). For `lazy` a blank is the usual case: `IF(FALSE,1,)` is 0.
   */
  readonly empty?: 'default' | 'blank'
  /**
   * `first`, for `argument`: the body's result is the first error of its arguments, so that an uncomputable argument
   * counts in its turn. Otherwise it is the result whatever stands before it.
   */
  readonly errors?: 'propagate' | 'pass' | 'first'
  /** For `number`: the functions of the former Analysis ToolPak refuse TRUE and FALSE with #VALUE! instead of taking 1 and 0, and an empty argument with #N/A. */
  readonly booleans?: 'convert' | 'refuse'
  /**
   * For the lifted kinds: the functions of the former Analysis ToolPak take arrays, but refuse a range of more than one cell with
   * #VALUE!, in array formulas too.
   */
  readonly ranges?: 'refuse'
  /**
   * For `value` and `lazy`: outside array formulas a range is first cut down to the cell in the caller's row or column,
   * as for the lifted kinds (IF's condition, IFERROR's value).
   */
  readonly intersect?: true
  /** For `value`: accepts a function name without a call, as `lambda` does. */
  readonly functions?: true
  /** For `grid`: takes references of several areas too (unions, 3-D references), as one column of their cells. */
  readonly areas?: 'joined'
  /** For `argument`: the function runs for each reference of an array of references, as it does for `reference`. */
  readonly references?: 'each'
}

/**
 * An argument of SUM and the like. Coercion differs: text in a cell is ignored, text typed into the call is converted
 * or #VALUE!.
 */
export type Argument =
  | { readonly from: 'literal'; readonly value: Scalar }
  | { readonly from: 'array'; readonly grid: Matrix }
  | { readonly from: 'cells'; readonly reference: Reference }

/** The environment of a body. Clock, time zone and random numbers are passed in, so that a run can be repeated. */
export interface CallContext {
  /** Serial number of the current time, in the workbook's date system and time zone. */
  readonly now: () => number
  /** Next random number, 0 <= x < 1. */
  readonly random: () => number
  readonly date1904: boolean
  /** BCP 47 tag; decides month names, separators and the order of date parts. */
  readonly locale: string
  /** The calling cell's sheet counts text as 0. */
  readonly textIsZero?: boolean
  /** The character set of CHAR and CODE: Windows unless Excel for Mac saved the workbook. */
  readonly characterSet?: 'windows' | 'mac'
  /** LEN, MID, FIND, SEARCH and REPLACE count a pair of UTF-16 units, such as an emoji, as one character. */
  readonly countsPairsAsOne?: boolean
  /**
   * Charges work to the step budget of the run; throws when it is used up. Call it in loops whose length depends on
   * input values.
   */
  readonly charge: (steps: number) => void
  /** The calling cell. */
  readonly cell: { readonly sheet: number; readonly row: number; readonly col: number }
  readonly workbook: WorkbookAccess
  /**
   * Caches data derived from a range (an index for lookups, sums by key) as long as its cells keep their values; the
   * same range gives the same Grid object. Absent if values change during the run.
   */
  readonly remember?: <T extends object>(grid: Grid, purpose: string, build: () => T) => T
}

export type LabelledCells = ReadonlyMap<string, { readonly sheet: number; readonly row: number; readonly col: number }>

/** What CELL tells of a cell's style. */
export interface CellLook {
  readonly numberFormat: string
  readonly locked: boolean
  /** Horizontal alignment, undefined for the usual one. */
  readonly horizontal: string | undefined
}

/** What INDIRECT, OFFSET, SHEET, CELL and FORMULATEXT need from the workbook. */
export interface WorkbookAccess {
  readonly sheetNames: readonly string[]
  reference(areas: readonly { sheet: number; top: number; left: number; bottom: number; right: number }[]): Reference
  /** Parses and resolves reference text as INDIRECT does: A1 or R1C1, names, tables, spill. */
  resolveText(text: string, style: 'A1' | 'R1C1', cell: CallContext['cell']): Reference | ExcelError
  formulaText(sheet: number, row: number, col: number): string | undefined
  /**
   * The result of a cell's formula that many rows further down; undefined for a cell without a formula. Labels are
   * additional lower-case names, each for a cell that moves down with it.
   */
  valueFurtherDown(sheet: number, row: number, col: number, rows: number, labels: LabelledCells): Scalar | undefined
  look(sheet: number, row: number, col: number): CellLook
  /** Facts that CELL and INFO report. */
  fact(name: 'filename' | 'directory' | 'osversion' | 'release' | 'system' | 'recalc' | 'numfile'): Scalar
  columnWidth(sheet: number, col: number): number
}

type BodyArgument<P extends Param> = P extends { kind: 'number' }
  ? number
  : P extends { kind: 'text' }
    ? string
    : P extends { kind: 'boolean' }
      ? boolean
      : P extends { kind: 'scalar' }
        ? Scalar
        : P extends { kind: 'grid' }
          ? Grid
          : P extends { kind: 'argument' }
            ? Argument
            : P extends { kind: 'reference' }
              ? Reference
              : P extends { kind: 'lambda' }
                ? Lambda
                : P extends { kind: 'lazy' }
                  ? () => Value
                  : Value

type Received<P extends Param> = P extends { default: number | string | boolean }
  ? BodyArgument<P>
  : P extends { optional: true }
    ? BodyArgument<P> | undefined
    : BodyArgument<P>

type ReceivedAll<Ps extends readonly Param[]> = { [K in keyof Ps]: Received<Ps[K]> }

/**
 * The repeating group, flattened: SUMIFS(sum, range1, criterion1, range2, criterion2 …) gets its groups as one list.
 */
type RepeatedAll<Ps extends readonly Param[]> = BodyArgument<Ps[number]>[]

/** Declares a function with a fixed list of parameters; the body's argument types follow from `params`. */
export function define<const Ps extends readonly Param[]>(definition: {
  name: string
  params: Ps
  volatile?: boolean
  aliases?: readonly string[]
  mayDiffer?: true
  leavesOutBlanks?: true
  rearranges?: true
  refers?: true
  body: (context: CallContext, ...args: ReceivedAll<Ps>) => Value
}): FunctionDefinition {
  return definition as unknown as FunctionDefinition
}

/** Declares a function whose `repeated` parameters may occur any number of times after the fixed ones. */
export function defineRepeating<const Ps extends readonly Param[], const Rs extends readonly Param[]>(definition: {
  name: string
  params: Ps
  repeated: Rs
  volatile?: boolean
  aliases?: readonly string[]
  leavesOutBlanks?: true
  rearranges?: true
  body: (context: CallContext, ...args: [...ReceivedAll<Ps>, ...RepeatedAll<Rs>]) => Value
}): FunctionDefinition {
  const { repeated, params, ...rest } = definition
  return { ...rest, params: [...params, ...repeated], repeat: repeated.length } as unknown as FunctionDefinition
}
