import type { Bound } from '../3-bind/bound.ts'
import type { Code } from './code.ts'
import type { AreaPosition, Typed } from './typed-expression.ts'

/** What the surroundings of a part of a formula mean for the code that computes it. */
export interface TypedMode {
  /** Inside an array expression that is computed element by element. */
  readonly elements: Elements | undefined
  /** Inside IFERROR: an erroneous number may be ignored. */
  readonly tolerant: boolean
  /** Inside an argument that takes ranges. */
  readonly isWhole: boolean
  /** Inside a part of a formula that is computed only in some cases. */
  readonly isSometimes: boolean
  /** Inside a LAMBDA: ranges are not cut down to one cell, and the exact way cannot compute a part. */
  readonly isBody: boolean
  /** How many LAMBDAs of names are written out around this part. */
  readonly nested: number
  /** The variables of LET and the parameters of LAMBDAs that are known here, by slot. */
  readonly variables: ReadonlyMap<number, Typed>
  /** The parameters that are rows or columns, by slot: their cells. */
  readonly rows: ReadonlyMap<number, readonly Typed[]>
}

/** The mode in which the writing of a formula begins. */
export const PLAIN_MODE: TypedMode = {
  elements: undefined,
  tolerant: false,
  isWhole: false,
  isSometimes: false,
  isBody: false,
  nested: 0,
  variables: new Map(),
  rows: new Map(),
}

/** Element-wise evaluation: the areas in an array expression are read at this position. */
interface Elements {
  readonly variable: Code
  readonly rows: number
  readonly cols: number
  /** In a loop over the lines of the areas: their number. The position is then the current line. */
  readonly lines?: number
  /** The positions of elements that are visited one by one, row by row, across lines. */
  readonly placed?: PlacedElements
}

export interface PlacedElements {
  /** The index of an area's element among all numbers. */
  at(area: AreaPosition): Code
  /** An element of an expression that depends on no input; undefined if it depends on one. */
  known(node: Bound): Typed | undefined
}
