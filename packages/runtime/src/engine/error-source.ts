import { type Area, ExcelError, type Grid } from '../values.ts'
import type { CellPlace } from './ports.ts'

/** What the search for an error's cause needs from a calculation. */
export interface Traced {
  /** The areas that a cell's formula referred to; none for a constant. */
  precedents(place: CellPlace): readonly Area[]
  grid(area: Area): Grid
}

/** The cell where an error arose: the last one on the way back through cells with the same error. */
export function errorSource(traced: Traced, error: ExcelError, start: CellPlace): CellPlace {
  const seen = new Set<string>()
  let current = start
  for (;;) {
    seen.add(keyOf(current))
    const before = earlier(traced, error, current, seen)
    if (!before) return current
    current = before
  }
}

function earlier(
  traced: Traced,
  error: ExcelError,
  place: CellPlace,
  seen: ReadonlySet<string>,
): CellPlace | undefined {
  for (const area of traced.precedents(place)) {
    const found = errorCell(traced.grid(area), area, error)
    if (found && !seen.has(keyOf(found))) return found
  }
  return undefined
}

function errorCell(grid: Grid, { sheet, top, left }: Area, error: ExcelError): CellPlace | undefined {
  for (let row = 0; row < grid.usedRows; row++) {
    for (let col = 0; col < grid.usedCols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError && value.code === error.code) return { sheet, row: top + row, col: left + col }
    }
  }
  return undefined
}

function keyOf({ sheet, row, col }: CellPlace): string {
  return `${sheet}/${row}/${col}`
}
