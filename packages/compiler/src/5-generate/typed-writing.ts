import type { Bound } from '../3-bind/bound.ts'
import type { Axis, Family } from '../4-analyse/family.ts'
import type { Code } from './code.ts'
import type { Frame } from './frame.ts'
import type { ProgramBuilder } from './program-builder.ts'
import type { Line } from './storage.ts'
import type { AreaPosition, Elements, Typed } from './typed-expression.ts'

/** What the writers of single functions need from the formula's writer. */
export interface TypedWriting {
  readonly program: ProgramBuilder
  readonly family: Family
  readonly frame: Frame
  elements: Elements | undefined
  /** Inside IFERROR: an erroneous number may be ignored. */
  tolerant: boolean
  value(node: Bound): Typed
  /** A value that is computed only in some cases. */
  sometimes(node: Bound): Typed
  readonly isSometimes: boolean
  /** A value for a parameter that takes ranges: no range in it is cut down to one cell. */
  argument(node: Bound): Typed
  number(node: Bound): Typed
  asNumber(typed: Typed): Typed
  normal(typed: Typed): Typed
  truth(typed: Typed): Typed
  scalar(typed: Typed): Typed
  text(typed: Typed): Typed
  hoisted(typed: Typed): Typed
  named(typed: Typed): Typed
  pair(left: Typed, right: Typed): [Typed, Typed]
  /** An expression used several times: the code of its first use, and of later ones. */
  assigned(typed: Typed): [Code, Code]
  areaPosition(node: Bound): AreaPosition
  /** With `ofValues` a line of values, otherwise a line of numbers. */
  slice(area: AreaPosition, ofValues?: boolean): { line: Line; start: Code; end: Code }
  /** Code for a position along a line; with a shift, an index into another array. */
  along(line: Line, position: AreaPosition['top'], shift?: number): Code
  isComplete(line: Line): boolean
  /** The line along an axis that covers a position, seen from any cell of the family, and is complete by now. */
  lineAt(axis: Axis, sheet: number, at: number, position: AreaPosition['top']): Line | undefined
  /** The number a line holds at a position. */
  lineNumber(line: Line, position: AreaPosition['top']): Typed
  /** A position as a row (or column) number. */
  linePosition(position: AreaPosition['top']): Code
  isConstantArea(area: { sheet: number; top: number; left: number; bottom: number; right: number }): boolean
  /** A writer for the same program in another family and frame. */
  within(family: Family, frame: Frame): TypedWriting
}
