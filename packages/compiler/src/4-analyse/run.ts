import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Mode } from '../evaluate/formula-machine.ts'
import type { ArrayMember, Axis } from './family.ts'
import type { CellPlace } from './place-index.ts'

/** Cells in a line that hold the same formula, or formulas of the same shape, before more is known about them. */
export interface Run {
  readonly row: number
  readonly col: number
  readonly count: number
  readonly axis: Axis
  readonly formulas: readonly BoundFormula[]
  /** The formula that stands in the cells, where what is known about it was put into another. */
  readonly written?: BoundFormula
  readonly array: ArrayMember | undefined
  readonly override?: number | undefined
  /** Stands in no cell and gives whatever it gives, arrays too. */
  readonly isLoose?: true
  readonly delegated: string | undefined
}

/** Cells that take values from outside. */
export interface GivenCells {
  /** Does it hold no formula as far as the program goes? */
  isInput(sheet: number, row: number, col: number): boolean
  /** The input that may take the place of the formula in this cell. */
  override(sheet: number, row: number, col: number): number | undefined
}

/** A formula with what is known about it beyond its text; undefined where nothing is. */
export type Resolve = (formula: BoundFormula, place: CellPlace, mode: Mode) => BoundFormula | undefined

/** Does it refer to cells that no argument names? */
export function isFarReaching(formula: BoundFormula): boolean {
  return formula.traits.functions.has('OFFSET') || formula.traits.functions.has('INDIRECT')
}

/** Is it nothing but cells with a formula? */
export function isPlainRun({ array, override, delegated }: Run): boolean {
  return !array && override === undefined && delegated === undefined
}

/** What is known about formulas beyond their text. */
export interface Knowledge {
  readonly resolve: Resolve
  /** A part of a formula as the text it always gives; undefined where that may change. */
  text(node: Bound, place: CellPlace): string | undefined
  /** Is the formula in a cell taken not to mean this sheet when it says at run time what it reads? */
  isAvoided(place: CellPlace, sheet: number): boolean
}

/** Nothing is: formulas stand as they are written. */
export const NO_KNOWLEDGE: Knowledge = { resolve: () => undefined, text: () => undefined, isAvoided: () => false }
