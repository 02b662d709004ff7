import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Bound } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'

/**
 * An expression whose type is known. `number`: NaN says that only the exact way knows. `boolean` and `text`: the doubt is raised
 * then. `scalar`: any value, errors included.
 */
export interface Typed {
  readonly code: Code
  readonly type: 'number' | 'boolean' | 'text' | 'scalar'
  /** The same in every turn of the loop around it. */
  readonly invariant: boolean
  /** A name or a literal: costs nothing to repeat. */
  readonly simple: boolean
  /** A number that is known to be neither infinite nor below the smallest normal one (or NaN). */
  readonly normal: boolean
  /** The value, where it is known. */
  readonly literal?: Scalar
}

/** A position that is known (`fixed`) or moves with the loop (`offset` added to the line in hand), or is listed. */
export type Position =
  | { readonly kind: 'fixed'; readonly value: number }
  | { readonly kind: 'moving'; readonly offset: number }
  | { readonly kind: 'listed'; readonly code: Code; readonly values: Int32Array }

export interface AreaPosition {
  readonly sheet: number
  readonly top: Position
  readonly left: Position
  readonly bottom: Position
  readonly right: Position
}

/** Something the typed way does not know: the exact way is taken for this part of the formula. */
export class NotTyped extends Error {}

/** Element by element: the areas in an array expression are read at this place. */
export interface Elements {
  readonly variable: Code
  readonly rows: number
  readonly cols: number
  /** In a loop over the lines of the areas: how many those are. The place is then the line in hand. */
  readonly lines?: number
  /** Where the elements lie that are gone through one after the other, row by row, whatever line they are on. */
  readonly placed?: PlacedElements
}

export interface PlacedElements {
  /** The place of an area's element among all numbers. */
  at(area: AreaPosition): Code
  /** An element of something that no input reaches; undefined where one does. */
  known(node: Bound): Typed | undefined
}

export function fixed(value: number): Position {
  return { kind: 'fixed', value }
}

export function samePosition(a: Position, b: Position): boolean {
  if (a === b) return true
  if (a.kind === 'fixed') return b.kind === 'fixed' && a.value === b.value
  return a.kind === 'moving' && b.kind === 'moving' && a.offset === b.offset
}

/** Length of a side where it is the same for every cell of a family. */
export function fixedSpan(from: Position, to: Position): number | undefined {
  if (from === to) return 1
  if (from.kind === 'fixed' && to.kind === 'fixed') return to.value - from.value + 1
  if (from.kind === 'moving' && to.kind === 'moving') return to.offset - from.offset + 1
  return undefined
}

export function literal(value: Scalar): Typed {
  const base = { invariant: true, simple: true, normal: true, literal: value }
  if (typeof value === 'number') return { ...base, code: js`${value}`, type: 'number' }
  if (typeof value === 'string') return { ...base, code: js`${value}`, type: 'text' }
  if (typeof value === 'boolean') return { ...base, code: js`${value}`, type: 'boolean' }
  return { ...base, code: js`null`, type: 'scalar' }
}

export function arithmetic(code: Code, invariant: boolean): Typed {
  return { code, type: 'number', invariant, simple: false, normal: false }
}
