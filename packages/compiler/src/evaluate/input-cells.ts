import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Position } from './dependencies.ts'
import type { PositionMap } from './position-map.ts'

/** A value put into a cell instead of what the file holds there. */
export interface Change extends Position {
  readonly value: Scalar
}

export type InputCells = PositionMap<Change>
