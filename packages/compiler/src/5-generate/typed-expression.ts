import type { Scalar } from '@sheetwright/runtime/values.ts'
import { type Code, js } from './code.ts'
import { ANY, NORMAL, type NumberSize, sizeOf } from './number-size.ts'

/**
 * A typed expression. `number`: NaN means that only the exact way knows the value. `boolean` and `text`: the doubt is
 * raised in that case. `scalar`: any value, errors included.
 */
export interface Typed {
  readonly code: Code
  readonly type: 'number' | 'boolean' | 'text' | 'scalar'
  /** The same in every iteration of the surrounding loop. */
  readonly invariant: boolean
  /** A name or a literal, cheap to repeat. */
  readonly simple: boolean
  /** What is known of the size of a number (it may be NaN). */
  readonly size: NumberSize
  /** The value, if known. */
  readonly literal?: Scalar
  /**
   * If its value is a text, it is one of these, as spelt here; undefined if it may be any. A number, too, may turn out
   * to be a text if it is NaN.
   */
  readonly texts?: readonly string[] | undefined
  /** The values, if they are known for each cell of the family. */
  readonly listed?: readonly number[]
}

/** A position that is known (`fixed`), moves with the loop (`offset` from the current line), or is listed. */
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

/** The typed way does not support this part of the formula, so the exact way is taken. */
export class NotTyped extends Error {}

export function fixed(value: number): Position {
  return { kind: 'fixed', value }
}

export function samePosition(a: Position, b: Position): boolean {
  if (a === b) return true
  if (a.kind === 'fixed') return b.kind === 'fixed' && a.value === b.value
  return a.kind === 'moving' && b.kind === 'moving' && a.offset === b.offset
}

/** Length of a side if it is the same for every cell of a family. */
export function fixedSpan(from: Position, to: Position): number | undefined {
  if (from === to) return 1
  if (from.kind === 'fixed' && to.kind === 'fixed') return to.value - from.value + 1
  if (from.kind === 'moving' && to.kind === 'moving') return to.offset - from.offset + 1
  return undefined
}

/** The texts among values, unless they are too many to look through. */
export function textsAmong(values: readonly Scalar[]): readonly string[] | undefined {
  const texts = new Set(values.filter((value) => typeof value === 'string'))
  return texts.size <= MOST_TEXTS ? [...texts] : undefined
}

const MOST_TEXTS = 1000

/** The texts that one of several expressions can be. */
export function eitherTexts(typed: readonly Typed[]): readonly string[] | undefined {
  const lists = typed.map(({ texts }) => texts)
  return lists.every((list) => list !== undefined) ? textsAmong(lists.flat()) : undefined
}

export function literal(value: Scalar): Typed {
  const base = { invariant: true, simple: true, size: NORMAL, literal: value, texts: [] }
  if (typeof value === 'number') return { ...base, code: js`${value}`, type: 'number', size: sizeOf(value) }
  if (typeof value === 'string') return { ...base, code: js`${value}`, type: 'text', texts: [value] }
  if (typeof value === 'boolean') return { ...base, code: js`${value}`, type: 'boolean' }
  return { ...base, code: js`null`, type: 'scalar' }
}

/**
 * A computed number. Most calls that give numbers have a plus in front: V8 does not know the type of a call's result, and
 * would keep every variable that may take it as an object.
 */
export function arithmetic(code: Code, invariant: boolean): Typed {
  return { code, type: 'number', invariant, simple: false, size: ANY }
}
