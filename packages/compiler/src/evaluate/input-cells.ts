import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Position } from './dependencies.ts'
import type { PositionMap } from './position-map.ts'

/** A value set in a cell instead of the file's content. */
export interface Change extends Position {
  readonly value: Scalar
}

export type InputCells = PositionMap<Change>
