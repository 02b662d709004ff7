import type { Area } from '../values.ts'

/** The storage layout, as data of the program. */
export interface Layout {
  readonly numberSlots: number
  readonly arenaLength: number
  readonly valueSlots: number
  readonly lines: readonly {
    readonly kind: 'numbers' | 'values' | 'both'
    readonly length: number
    /** Constants: first index, and the values from there on. */
    readonly constants: readonly (readonly [number, readonly unknown[]])[]
  }[]
  /** For each input, then each delegated cell: kind (0 numbers, 1 values), slot, and copies as line and index. */
  readonly cells: readonly (readonly [number, number, readonly (readonly [number, number])[]])[]
  /** Sheet, row, column, count, across, store (-1 numbers, -2 values, -3 constants, else line), start. */
  readonly places: readonly (readonly [number, number, number, number, number, number, number])[]
  readonly constants: readonly unknown[]
  readonly covered: readonly Area[]
  readonly constantAreas: readonly Area[]
}
