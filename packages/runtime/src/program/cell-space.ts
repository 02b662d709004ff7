import type { Area, Grid, Reference, Scalar } from '../values.ts'
import { BeyondProgram } from './beyond-program.ts'
import { LARGEST_KEPT, SMALLEST_KEPT } from './fast-values.ts'

/** Numbers of a family of cells; NaN marks a non-number, which is stored separately, by its index in `numbers`. */
export interface NumberStore {
  readonly numbers: Float64Array
  readonly others: Map<number, Scalar>
}

type Store = NumberStore | { readonly values: Scalar[] }

/** Cells of one column between two rows, contiguous in a store. */
export interface Segment {
  readonly top: number
  readonly bottom: number
  readonly numbers: Float64Array | undefined
  readonly others: Map<number, Scalar> | undefined
  readonly values: Scalar[] | undefined
  /** Index of the top cell in the store. */
  readonly start: number
}

/** What SUBTOTAL and AGGREGATE need to know about cells besides their values; empty in a program without them. */
export interface CellFacts {
  /** By `sheet/row`. */
  readonly hiddenRows: ReadonlyMap<string, 'manual' | 'filter'>
  /** Cells that hold a SUBTOTAL or AGGREGATE. */
  readonly subtotals: readonly Area[]
}

export interface SheetShape {
  readonly usedRows: number
  readonly usedCols: number
}

/** A read outside the cells that the program was compiled with: its result would be a guess, so the run ends. */
class UnknownCell extends BeyondProgram {
  constructor(sheet: number, row: number, col: number) {
    super(`The program does not hold the cell in row ${row + 1}, column ${col + 1} of sheet ${sheet + 1}.`)
    this.name = 'UnknownCell'
  }
}

/** Smaller ranges make a new view on each request. */
const KEPT_GRID_CELLS = 16

/** Every cell a program can read, by position. Formulas computed cell by cell and functions over ranges read here. */
export class CellSpace {
  private readonly columns = new Map<number, Segment[]>()
  private readonly grids = new Map<string, SpaceGrid>()
  /** The area in which a blank cell was found last: the next one is probably there too. */
  private lastCovered: Area | undefined
  /** Computes cells on read, during a step whose cells have no fixed order. */
  demand: { ensure(sheet: number, row: number, col: number): Scalar | undefined } | undefined
  private readonly sheets: readonly SheetShape[]
  private readonly covered: readonly Area[]
  private readonly constants: readonly Area[]
  private readonly facts: CellFacts

  /** Blank cells count as known inside `covered`; inside `constants` values never change. */
  constructor(sheets: readonly SheetShape[], covered: readonly Area[], constants: readonly Area[], facts: CellFacts) {
    this.facts = facts
    this.sheets = sheets
    this.covered = covered
    this.constants = constants
  }

  /** Maps cells of a store to positions: down a column, or along a row. */
  place(sheet: number, row: number, col: number, count: number, across: boolean, store: Store, start = 0): void {
    const numbers = 'numbers' in store ? store.numbers : undefined
    const others = 'numbers' in store ? store.others : undefined
    const values = 'values' in store ? store.values : undefined
    if (!across) {
      this.segments(sheet, col).push({ top: row, bottom: row + count - 1, numbers, others, values, start })
      return
    }
    for (let i = 0; i < count; i++) {
      this.segments(sheet, col + i).push({ top: row, bottom: row, numbers, others, values, start: start + i })
    }
  }

  private segments(sheet: number, col: number): Segment[] {
    const key = sheet * 16_384 + col
    let list = this.columns.get(key)
    if (!list) this.columns.set(key, (list = []))
    return list
  }

  /** Call once, after all cells are placed. */
  ready(): void {
    for (const list of this.columns.values()) list.sort((a, b) => a.top - b.top)
  }

  find(sheet: number, row: number, col: number): Segment | undefined {
    const list = this.columns.get(sheet * 16_384 + col)
    if (!list) return undefined
    let low = 0
    let high = list.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const segment = list[middle] as Segment
      if (row < segment.top) high = middle - 1
      else if (row > segment.bottom) low = middle + 1
      else return segment
    }
    return undefined
  }

  read(sheet: number, row: number, col: number): Scalar {
    const circular = this.demand?.ensure(sheet, row, col)
    if (circular !== undefined) return circular
    const segment = this.find(sheet, row, col)
    if (segment) return valueIn(segment, row)
    if (!this.isCovered({ sheet, top: row, left: col, bottom: row, right: col })) throw new UnknownCell(sheet, row, col)
    return null
  }

  /** Is every blank cell of the area known to be blank? */
  isCovered(area: Area): boolean {
    if (this.lastCovered && contains(this.lastCovered, area)) return true
    const found = this.covered.find((other) => contains(other, area))
    if (found) this.lastCovered = found
    return found !== undefined
  }

  /** Reads one cell repeatedly without searching it. */
  reader(sheet: number, row: number, col: number): () => Scalar {
    const segment = this.find(sheet, row, col)
    return segment ? () => valueIn(segment, row) : () => this.read(sheet, row, col)
  }

  usedRows(sheet: number): number {
    return this.sheets[sheet]?.usedRows ?? 0
  }

  usedCols(sheet: number): number {
    return this.sheets[sheet]?.usedCols ?? 0
  }

  isConstant(area: Area): boolean {
    return this.constants.some((other) => contains(other, area))
  }

  isRowHidden(sheet: number, row: number): 'no' | 'manual' | 'filter' {
    return this.facts.hiddenRows.get(`${sheet}/${row}`) ?? 'no'
  }

  isSubtotal(sheet: number, row: number, col: number): boolean {
    return this.facts.subtotals.some((area) => holds(area, sheet, row, col))
  }

  grid(area: Area): SpaceGrid {
    const cells = (area.bottom - area.top + 1) * (area.right - area.left + 1)
    if (cells < KEPT_GRID_CELLS) return new SpaceGrid(this, area)
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    let grid = this.grids.get(key)
    if (!grid) this.grids.set(key, (grid = new SpaceGrid(this, area)))
    return grid
  }

  reference(areas: readonly Area[]): Reference {
    return new SpaceReference(this, areas)
  }
}

function contains(outer: Area, inner: Area): boolean {
  return (
    outer.sheet === inner.sheet &&
    outer.top <= inner.top &&
    outer.left <= inner.left &&
    outer.bottom >= inner.bottom &&
    outer.right >= inner.right
  )
}

function holds(area: Area, sheet: number, row: number, col: number): boolean {
  return area.sheet === sheet && row >= area.top && row <= area.bottom && col >= area.left && col <= area.right
}

export function valueIn(segment: Segment, row: number): Scalar {
  const index = segment.start + row - segment.top
  if (segment.numbers) {
    const number = segment.numbers[index] as number
    return number === number ? number : (segment.others?.get(index) ?? null)
  }
  return (segment.values as Scalar[])[index] as Scalar
}

/** The cells of one area. */
export class SpaceGrid implements Grid {
  readonly rows: number
  readonly cols: number
  readonly usedRows: number
  readonly usedCols: number
  readonly area: Area
  private readonly space: CellSpace
  private readonly last: (Segment | undefined)[] = []
  /** Are all its blank cells known to be blank? Determined when the first one is read. */
  private covers: boolean | undefined

  constructor(space: CellSpace, area: Area) {
    this.space = space
    this.area = area
    this.rows = area.bottom - area.top + 1
    this.cols = area.right - area.left + 1
    this.usedRows = Math.max(0, Math.min(this.rows, space.usedRows(area.sheet) - area.top))
    this.usedCols = Math.max(0, Math.min(this.cols, space.usedCols(area.sheet) - area.left))
  }

  at(row: number, col: number): Scalar {
    const { space, area, last } = this
    const r = area.top + row
    if (space.demand) return space.read(area.sheet, r, area.left + col)
    const known = last[col]
    if (known && r >= known.top && r <= known.bottom) return valueIn(known, r)
    const segment = space.find(area.sheet, r, area.left + col)
    if (!segment) {
      this.covers ??= space.isCovered(area)
      return this.covers ? null : space.read(area.sheet, r, area.left + col)
    }
    last[col] = segment
    return valueIn(segment, r)
  }
}

class SpaceReference implements Reference {
  readonly kind = 'reference'
  readonly areas: readonly Area[]
  private readonly space: CellSpace
  private first: Grid | undefined

  constructor(space: CellSpace, areas: readonly Area[]) {
    this.space = space
    this.areas = areas
  }

  grid(area: number): Grid {
    if (area > 0) return this.space.grid(this.areas[area] as Area)
    return (this.first ??= this.space.grid(this.areas[0] as Area))
  }

  isRowHidden(area: number, row: number): 'no' | 'manual' | 'filter' {
    const { sheet, top } = this.areas[area] as Area
    return this.space.isRowHidden(sheet, top + row)
  }

  isSubtotal(area: number, row: number, col: number): boolean {
    const { sheet, top, left } = this.areas[area] as Area
    return this.space.isSubtotal(sheet, top + row, left + col)
  }
}

/** The value of an element of a number store. */
export function valueOf(store: NumberStore, index: number): Scalar {
  const number = store.numbers[index] as number
  return number === number ? number : (store.others.get(index) ?? null)
}

/** Stores a value in a number store. Returns a number within bounds of its size, or 0; NaN for any other value. */
export function keep(
  store: NumberStore,
  index: number,
  value: Scalar,
  least = SMALLEST_KEPT,
  most = LARGEST_KEPT,
): number {
  if (typeof value === 'number') {
    store.numbers[index] = value
    const size = Math.abs(value)
    return (size >= least && size <= most) || value === 0 ? value : Number.NaN
  }
  store.numbers[index] = Number.NaN
  store.others.set(index, value)
  return Number.NaN
}
