import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import type { Matrix, Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from '../model/address.ts'
import type { CellTable } from '../model/cell-table.ts'
import type { DefinedName, Table } from '../model/workbook.ts'
import type { Point, ValueOperator } from '../2-parse/tree.ts'

/** The sheet of a reference that names none: the sheet of the formula's own cell. */
export const OWN_SHEET = -1

/** A formula whose names, tables, sheets and functions are resolved. Readonly; shared by every cell with the same formula. */
export type Bound =
  | { readonly kind: 'constant'; readonly value: Scalar | Matrix }
  | { readonly kind: 'missing' }
  | { readonly kind: 'cell'; readonly sheet: number; readonly point: Point }
  | BoundArea
  | { readonly kind: 'fixedArea'; readonly sheet: number; readonly range: Range }
  | { readonly kind: 'tableRow'; readonly table: Table; readonly left: number; readonly right: number }
  | BoundExternal
  | { readonly kind: 'name'; readonly name: BoundName }
  | { readonly kind: 'variable'; readonly slot: number }
  | { readonly kind: 'let'; readonly slots: readonly number[]; readonly values: readonly Bound[]; readonly body: Bound }
  | BoundLambda
  | { readonly kind: 'isOmitted'; readonly slot: number }
  | BoundCall
  | { readonly kind: 'function'; readonly definition: FunctionDefinition }
  | { readonly kind: 'apply'; readonly callee: Bound; readonly args: readonly Bound[] }
  | { readonly kind: 'negate' | 'plus' | 'single' | 'percent' | 'spill' | 'group'; readonly operand: Bound }
  | {
      readonly kind: 'operate'
      readonly operator: ValueOperator
      readonly left: Bound
      readonly right: Bound
    }
  | { readonly kind: 'range' | 'intersection' | 'union'; readonly left: Bound; readonly right: Bound }
  | BoundUncomputable

/** Corners in any order; several sheets for a 3-D reference. */
export interface BoundArea {
  readonly kind: 'area'
  readonly sheet: number
  readonly lastSheet: number
  readonly from: Point
  readonly to: Point
}

/** Cells of another workbook, with their cached values; undefined if Excel cached none. */
export interface BoundExternal {
  readonly kind: 'external'
  readonly description: string
  readonly cells: CellTable | undefined
  readonly from: Point
  readonly to: Point
}

export interface BoundLambda {
  readonly kind: 'lambda'
  readonly slots: readonly number[]
  /** The number of required parameters. */
  readonly required: number
  readonly body: Bound
}

export interface BoundCall {
  readonly kind: 'call'
  readonly definition: FunctionDefinition
  readonly args: readonly Bound[]
}

/** An expression that Sheetwright cannot compute, and why. */
export interface BoundUncomputable {
  readonly kind: 'uncomputable'
  readonly cause: UncomputableCause
  /** Name of the function or the link. */
  readonly what: string
}

export type UncomputableCause = 'vba' | 'xlm' | 'outsideService' | 'externalLink' | 'unreadableFormula'

/** A defined name with its formula, bound on first use because names may refer to each other. */
export interface BoundName {
  readonly definition: DefinedName
  readonly formula: () => BoundFormula
}

/** An area given to a function that takes whole columns only up to their last used cell. */
export interface EndlessArea {
  readonly function: string
  readonly area: BoundArea
}

/** Facts about a whole formula that are known without running it. */
export interface FormulaTraits {
  /** Names of the functions it calls, also through defined names, in upper case. */
  readonly functions: ReadonlySet<string>
  /** The called functions whose results may differ from Excel's. */
  readonly mayDiffer: readonly string[]
  /** Areas given to functions that leave out the blanks at their end. */
  readonly endless: readonly EndlessArea[]
  readonly uncomputable: readonly BoundUncomputable[]
  readonly external: readonly BoundExternal[]
  /** The formula is a SUBTOTAL or AGGREGATE, which other such formulas skip. */
  readonly isSubtotal: boolean
  readonly isVolatile: boolean
}

export interface BoundFormula {
  readonly tree: Bound
  readonly traits: FormulaTraits
}
