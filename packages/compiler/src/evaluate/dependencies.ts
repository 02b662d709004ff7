import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { CellStore } from './cell-store.ts'
import { components } from './components.ts'
import { Readers } from './readers.ts'
import { type StaticPrecedents, staticPrecedents } from './static-precedents.ts'

export interface Position {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** The dependencies between formula cells, as far as the formulas show without being run. */
export class Dependencies {
  private readonly bound: BoundWorkbook
  private readonly store: CellStore
  private readonly kept = new Map<string, readonly number[]>()
  /** All readers of the whole workbook, built on first use. */
  private whole: Readers | undefined

  constructor(bound: BoundWorkbook, store: CellStore) {
    this.bound = bound
    this.store = store
  }

  private precedents(id: number): StaticPrecedents {
    const cell = this.store.cells[id]
    if (cell?.kind !== 'formula') return { areas: [], open: false }
    const { formula } = cell
    const { sheet, row, col } = this.store.position(id)
    if (formula.kind === 'dataTable') {
      const { top, left, bottom, right } = formula.range
      return { areas: [{ sheet, top: top - 1, left: left - 1, bottom, right }], open: true, isTable: true }
    }
    const home = formula.kind === 'normal' ? { sheet, row, col } : { sheet, row: formula.row, col: formula.col }
    return staticPrecedents(this.bound.formula(formula, sheet, row, col).tree, home, this.bound.workbook.grid)
  }

  private precedentCells(areas: readonly Area[]): number[] {
    const ids: number[] = []
    for (const area of areas) this.store.forEachFormula(area, (id) => ids.push(id))
    return ids
  }

  /** The cells between changed cells and a target, including the target: those to compute again. */
  between(changed: readonly Position[], target: number): readonly number[] {
    const key = `${target}:${changed.map(({ sheet, row, col }) => `${sheet}/${row}/${col}`).join(';')}`
    const known = this.kept.get(key)
    if (known) return known
    const result = this.findBetween(changed, target)
    this.kept.set(key, result)
    return result
  }

  private findBetween(changed: readonly Position[], target: number): readonly number[] {
    const graph = new Readers(
      (id) => this.precedents(id),
      (area) => this.precedentCells([area]),
    )
    graph.explore([target])
    // The cells that INDIRECT reads are known only at run time: any dependent of the changed cells may be in between.
    if (graph.hasOpen) return this.dependents(changed)
    return this.withoutInputs(graph.reached(changed), changed)
  }

  /** All cells of the workbook that depend on changed ones. */
  private dependents(changed: readonly Position[]): readonly number[] {
    const key = changed.map(({ sheet, row, col }) => `${sheet}/${row}/${col}`).join(';')
    const known = this.kept.get(key)
    if (known) return known
    if (!this.whole) {
      this.whole = new Readers(
        (id) => this.precedents(id),
        (area) => this.precedentCells([area]),
      )
      this.whole.explore(this.store.cells.flatMap((cell, id) => (cell?.kind === 'formula' ? [id] : [])))
    }
    const result = this.withoutInputs(this.whole.reached(changed), changed)
    this.kept.set(key, result)
    return result
  }

  private withoutInputs(ids: ReadonlySet<number>, changed: readonly Position[]): number[] {
    const inputs = new Set(changed.map(({ sheet, row, col }) => this.store.find(sheet, row, col)))
    return [...ids].filter((id) => !inputs.has(id))
  }

  /** All cells of the cycle that a path belongs to, in Excel's order: by sheet, by row, by column. */
  cycle(path: readonly number[]): number[] {
    const members = new Set(path)
    const start = path[0]
    if (start !== undefined) for (const id of this.component(start)) members.add(id)
    return this.inOrder([...members])
  }

  /** Cells in Excel's order. */
  inOrder(ids: readonly number[]): number[] {
    const { store } = this
    return ids.toSorted((a, b) => {
      const left = store.position(a)
      const right = store.position(b)
      return left.sheet - right.sheet || left.row - right.row || left.col - right.col
    })
  }

  /** The strongly connected component of a cell, which is found last. */
  private component(start: number): number[] {
    return components([start], (id) => this.precedentCells(this.precedents(id).areas)).at(-1) ?? []
  }
}
