import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Mode } from '../evaluate/formula-machine.ts'
import type { ArrayMember, Axis } from './family.ts'
import type { CellPlace } from './place-index.ts'

/** Cells in a line with the same formula, or formulas of the same shape, before further analysis. */
export interface Run {
  readonly row: number
  readonly col: number
  readonly count: number
  readonly axis: Axis
  readonly formulas: readonly BoundFormula[]
  /** The formula as written in the cells, if settled references replaced it. */
  readonly written?: BoundFormula
  readonly array: ArrayMember | undefined
  readonly override?: number | undefined
  /** Stands in no cell; its result may be anything, also an array. */
  readonly isLoose?: true
  readonly delegated: string | undefined
}

/** Cells that take values from callers. */
export interface GivenCells {
  /** Is the cell an input, without a formula as far as the program is concerned? */
  isInput(sheet: number, row: number, col: number): boolean
  /** The input that may replace the formula in this cell. */
  override(sheet: number, row: number, col: number): number | undefined
}

/** A formula with settled references; undefined if nothing was settled. */
export type Resolve = (formula: BoundFormula, place: CellPlace, mode: Mode) => BoundFormula | undefined

/** Does it refer to cells that no argument names? */
export function isFarReaching(formula: BoundFormula): boolean {
  return formula.traits.functions.has('OFFSET') || formula.traits.functions.has('INDIRECT')
}

/** Functions that say about a cell what its value does not: where it is, how it looks, whether it holds a formula. */
export const INSPECTING: ReadonlySet<string> = new Set(['CELL', 'FORMULATEXT', 'ISFORMULA'])

/** Does it ask about cells what their values do not say? */
export function inspectsCells({ traits }: BoundFormula): boolean {
  for (const name of traits.functions) if (INSPECTING.has(name)) return true
  return false
}

/** Does it hold only plain formula cells? */
export function isPlainRun({ array, override, delegated }: Run): boolean {
  return !array && override === undefined && delegated === undefined
}

/** Facts about formulas beyond their text. */
export interface Knowledge {
  readonly resolve: Resolve
  /** The text that a part of a formula always gives; undefined if it may change. */
  text(node: Bound, place: CellPlace): string | undefined
  /** Is the formula in a cell assumed not to mean this sheet when it decides at run time what it reads? */
  isAvoided(place: CellPlace, sheet: number): boolean
}

/** No facts: formulas are taken as written. */
export const NO_KNOWLEDGE: Knowledge = { resolve: () => undefined, text: () => undefined, isAvoided: () => false }
