import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import type { Area } from '@sheetwright/runtime/values.ts'

/** Covers exactly these cells with few rectangles; adjacent cells come row by row. */
export function rangesOf(cells: readonly CellPlace[]): Area[] {
  const ranges: { sheet: number; top: number; left: number; bottom: number; right: number }[] = []
  for (const { sheet, row, col } of cells) {
    const last = ranges.at(-1)
    if (last?.sheet === sheet && last.bottom === row && last.top === row && last.right === col - 1) last.right = col
    else {
      joinRows(ranges)
      ranges.push({ sheet, top: row, left: col, bottom: row, right: col })
    }
  }
  joinRows(ranges)
  return ranges
}

/** Merges the last row into the rectangle above if it continues that. */
function joinRows(ranges: { sheet: number; top: number; left: number; bottom: number; right: number }[]): void {
  const [above, below] = [ranges.at(-2), ranges.at(-1)]
  if (!above || !below || above.sheet !== below.sheet || above.bottom !== below.top - 1) return
  if (above.left !== below.left || above.right !== below.right) return
  above.bottom = below.bottom
  ranges.pop()
}
