import type { Bound } from '../3-bind/bound.ts'
import type { Family } from '../4-analyse/family.ts'
import type { Frame } from './frame.ts'
import type { ProgramBuilder } from './program-builder.ts'
import type { Typed } from './typed-expression.ts'
import type { TypedMode } from './typed-mode.ts'

/** What the writers of operators, cells and single functions need from the formula's writer. */
export interface TypedWriting {
  readonly program: ProgramBuilder
  readonly family: Family
  readonly frame: Frame
  readonly mode: TypedMode
  value(node: Bound): Typed
  number(node: Bound): Typed
  /** A value that is computed only in some cases. */
  sometimes(node: Bound): Typed
  /** A value for a parameter that takes ranges: no range in it is cut down to one cell. */
  argument(node: Bound): Typed
  /** A writer for a part of the same formula in another mode. */
  inMode(change: Partial<TypedMode>): TypedWriting
  /** A writer for the same program in another family and frame, in plain mode. */
  within(family: Family, frame: Frame): TypedWriting
}
