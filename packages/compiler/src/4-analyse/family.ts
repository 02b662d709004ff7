import type { Area } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Coordinate } from '../2-parse/tree.ts'
import type { CellPlace } from './place-index.ts'

/** Cells in a line with the same relative formula. A family may be a single cell. */
export interface Family {
  readonly id: number
  readonly sheet: number
  /** The first cell. */
  readonly row: number
  readonly col: number
  readonly count: number
  readonly axis: Axis
  /** The formula of the first cell; its relative references move along for the others. */
  readonly formula: BoundFormula
  /** A cell of an array formula: the formula's position, the cell's position in its range, and the range's size. */
  readonly array: ArrayMember | undefined
  /**
   * Cells of array formulas that are computed one by one. They read what the whole array reads: no cell of it may need
   * another.
   */
  readonly isElement: boolean
  /** Coordinates that neither stay nor move with the cell but are listed: one index per cell. */
  readonly tables: ReadonlyMap<Coordinate, Int32Array>
  /** The cells it may read. */
  readonly areas: readonly FamilyArea[]
  /** The input that replaces the formula if a caller gives it. */
  readonly override: number | undefined
  /** Reads cells that no area in the workbook names. */
  readonly isOpen: boolean
  /** Calls that decide at run time which cells they mean, with the cells they are restricted to. */
  readonly far: ReadonlyMap<Bound, readonly Area[]>
  /** Only the exact way computes it: no part of it may be computed separately. */
  readonly isExact: boolean
  /** Why the generator leaves it to the reference evaluator; undefined if it does not. */
  readonly delegated: string | undefined
}

export interface ArrayMember {
  /** The same for every cell of the array formula. */
  readonly formula: object
  readonly row: number
  readonly col: number
  readonly isSingle: boolean
  /** Maximum size of a dynamic array; undefined for an array formula with a fixed range. */
  readonly spill: { readonly rows: number; readonly cols: number } | undefined
}

export type Axis = 'down' | 'across'

/** An area that a family's formula refers to, per cell. */
export interface FamilyArea {
  /** The bounding area over all cells. */
  readonly bounds: Area
  /** Each side is fixed or moves with the cell. */
  readonly isEven: boolean
  /** The area as one cell of the family sees it. */
  at(index: number): Area
}

export function rowAt(family: Family, index: number): number {
  return family.axis === 'down' ? family.row + index : family.row
}

export function colAt(family: Family, index: number): number {
  return family.axis === 'across' ? family.col + index : family.col
}

export function areaOfFamily(family: Family): Area {
  return {
    sheet: family.sheet,
    top: family.row,
    left: family.col,
    bottom: rowAt(family, family.count - 1),
    right: colAt(family, family.count - 1),
  }
}

export function intersects(a: Area, b: Area): boolean {
  return a.sheet === b.sheet && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right
}

/** Positions of a family's cells. */
export function cellsOf(family: Family): CellPlace[] {
  return Array.from({ length: family.count }, (_, i) => ({
    sheet: family.sheet,
    row: rowAt(family, i),
    col: colAt(family, i),
  }))
}
