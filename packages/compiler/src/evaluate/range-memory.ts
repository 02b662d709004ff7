import type { Area, Grid } from '@sheetwright/runtime/values.ts'
import { type CellSource, RangeGrid } from './range.ts'

/** Larger ranges keep their view, so that results derived from it are cached. */
const KEPT_GRID_CELLS = 16

/** Views of ranges, and what functions derived from their cells, such as an index for lookups. */
export class RangeMemory {
  private readonly source: CellSource
  private readonly grids = new Map<string, Grid>()
  private derived = new WeakMap<Grid, Map<string, object>>()

  constructor(source: CellSource) {
    this.source = source
  }

  grid(area: Area): Grid {
    const { sheet, top, left, bottom, right } = area
    if ((bottom - top + 1) * (right - left + 1) < KEPT_GRID_CELLS) return new RangeGrid(this.source, area)
    const key = `${sheet}/${top}/${left}/${bottom}/${right}`
    let grid = this.grids.get(key)
    if (!grid) this.grids.set(key, (grid = new RangeGrid(this.source, area)))
    return grid
  }

  /** What was derived from a range for a purpose, built on first use. */
  remember<T extends object>(grid: Grid, purpose: string, build: () => T): T {
    let entries = this.derived.get(grid)
    if (!entries) this.derived.set(grid, (entries = new Map()))
    let entry = entries.get(purpose)
    if (entry === undefined) entries.set(purpose, (entry = build()))
    return entry as T
  }

  /** Discards what was derived from cells. */
  forgetDerived(): void {
    this.derived = new WeakMap()
  }

  forgetAll(): void {
    this.grids.clear()
    this.forgetDerived()
  }

  /** Runs a function while everything derived from cells is ignored. */
  withoutDerived<T>(run: () => T): T {
    const { derived } = this
    this.forgetDerived()
    try {
      return run()
    } finally {
      this.derived = derived
    }
  }
}
