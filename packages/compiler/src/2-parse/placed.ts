import type { Range } from '../model/address.ts'
import type { Coordinate, Point } from './tree.ts'

/** The index of a coordinate. A relative one past the edge of the grid wraps around, as in Excel. */
export function placed(coordinate: Coordinate, home: number, size: number): number {
  if (!coordinate.relative) return coordinate.value
  const index = home + coordinate.value
  return index >= 0 && index < size ? index : ((index % size) + size) % size
}

/** The rectangle between two corners in any order, seen from a cell. */
export function cornersAt(
  from: Point,
  to: Point,
  home: { readonly row: number; readonly col: number },
  grid: { readonly rows: number; readonly cols: number },
): Range {
  const top = placed(from.row, home.row, grid.rows)
  const left = placed(from.col, home.col, grid.cols)
  const bottom = placed(to.row, home.row, grid.rows)
  const right = placed(to.col, home.col, grid.cols)
  return {
    top: Math.min(top, bottom),
    left: Math.min(left, right),
    bottom: Math.max(top, bottom),
    right: Math.max(left, right),
  }
}
