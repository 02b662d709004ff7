import type { SheetCells, ShownCell } from '@sheetwright/contract/look-inside/sheet.ts'
import { useCallback, useMemo, useState } from 'react'
import { type CellRange, rangeName } from '../../ui/sheet/sheet-geometry.ts'
import type { GridCell } from '../../ui/sheet/SheetGrid.tsx'
import { type BookSource, useCellTiles } from './queries.ts'

const tile = { rows: 120, cols: 30 } as const

/** The cells of a sheet, fetched part by part as they come into view. */
export function useSheetCells(source: BookSource, sheet: string, frozen: { rows: number; cols: number } | null) {
  const [view, setView] = useState<CellRange>({ top: 0, left: 0, bottom: 40, right: 20 })
  const ranges = useMemo(() => {
    const wanted = new Set<string>()
    const add = (area: CellRange) => {
      for (let row = Math.floor(area.top / tile.rows); row <= Math.floor(area.bottom / tile.rows); row++) {
        for (let col = Math.floor(area.left / tile.cols); col <= Math.floor(area.right / tile.cols); col++) {
          const [top, left] = [row * tile.rows, col * tile.cols]
          wanted.add(rangeName({ top, left, bottom: top + tile.rows - 1, right: left + tile.cols - 1 }))
        }
      }
    }
    add(view)
    if (frozen && frozen.rows > 0) add({ ...view, top: 0, bottom: frozen.rows })
    if (frozen && frozen.cols > 0) add({ ...view, left: 0, right: frozen.cols })
    return [...wanted]
  }, [view, frozen])
  const tiles = useCellTiles(source, sheet, ranges)
  const loaded = tiles.map(({ data }) => data)
  const arrived = tiles.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const cells = useMemo(
    () => indexed(loaded),
    // The array is new on every render; the update times tell when its content changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [arrived, ranges, sheet],
  )
  const cellAt = useCallback((row: number, col: number) => cells.get(keyOf(row, col)), [cells])
  const failure = tiles.find(({ error }) => error !== null)?.error ?? null
  return { cellAt, setView, failure, isLoading: tiles.some(({ isPending }) => isPending) }
}

export interface SheetCell extends GridCell {
  readonly formula: string | undefined
  readonly comment: string | undefined
}

function indexed(tiles: readonly (SheetCells | undefined)[]): ReadonlyMap<number, SheetCell> {
  const cells = new Map<number, SheetCell>()
  for (const { cells: list, looks } of tiles.flatMap((each) => each ?? [])) {
    for (const cell of list) cells.set(keyOf(cell.row, cell.col), sheetCell(cell, looks))
  }
  return cells
}

function sheetCell(
  { row, col, text, value, formula, style, comment }: ShownCell,
  looks: SheetCells['looks'],
): SheetCell {
  return { row, col, text, value, formula, comment, look: looks[style] }
}

/** Maximum number of columns of a sheet. */
const mostColumns = 16_384

function keyOf(row: number, col: number): number {
  return row * mostColumns + col
}
