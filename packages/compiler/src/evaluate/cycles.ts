import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { CalculationSettings } from '../model/workbook.ts'
import type { Cell } from '../model/cell.ts'
import type { CellStore } from './cell-store.ts'
import type { Dependencies, Position } from './dependencies.ts'

/** Why a cell that depends on itself cannot be computed. */
export const CIRCULAR = 'circular reference'

/** Excel's default settings, for a file that was saved iterated without saying so. */
export const ASSUMED_ITERATION = { iterate: true, iterateCount: 100, iterateDelta: 0.001 } as const

const ROUNDING = 1e-9

/** A cycle found in a workbook that does not enable iteration, and how it was handled. */
export interface Cycle {
  readonly isIterated: boolean
  readonly cells: readonly Position[]
}

/** What iteration needs from the evaluator. */
interface Computing {
  /** Computes a member of a cycle again from the current values of the others. */
  computeAgain(id: number): Scalar
  /** Reports that a cell has its first value. */
  noteComputed(id: number): void
  /** Computes a cell from the saved values around it. */
  fromSaved(): (id: number) => Scalar
}

/** Cells that depend on themselves. */
export class Cycles {
  private readonly calculation: CalculationSettings
  private readonly store: CellStore
  private readonly dependencies: Dependencies
  private readonly computing: Computing
  /** Cells of cycles that are not iterated: their value is an error. */
  private readonly unsettled = new Set<number>()
  /** The findings about each cycle, by its first cell. */
  private readonly found = new Map<number, { readonly isIterated: boolean; readonly members: readonly number[] }>()
  /** Values change while a cycle is iterated: nothing derived from ranges may be cached. */
  isIterating = false

  constructor(calculation: CalculationSettings, store: CellStore, dependencies: Dependencies, computing: Computing) {
    this.calculation = calculation
    this.store = store
    this.dependencies = dependencies
    this.computing = computing
  }

  isUnsettled(id: number): boolean {
    return this.unsettled.has(id)
  }

  list(): Cycle[] {
    return [...this.found.values()].map(({ isIterated, members }) => ({
      isIterated,
      cells: members.map((id) => this.store.position(id)),
    }))
  }

  /** Iterates the cells of a cycle as Excel does: by sheet and row, until they change less than the setting. */
  iterate(path: readonly number[]): void {
    const { store, calculation } = this
    const members = this.dependencies.cycle(path)
    if (!calculation.iterate && !this.wasIterated(members)) {
      for (const id of members) this.unsettled.add(id)
      return
    }
    const { iterateCount, iterateDelta } = calculation.iterate ? calculation : ASSUMED_ITERATION
    for (const id of members) {
      store.put(id, startOf(store.cells[id]))
      this.computing.noteComputed(id)
    }
    const outer = this.isIterating
    this.isIterating = true
    try {
      for (let round = 0; round < iterateCount; round++) {
        let largest = 0
        for (const id of members) largest = Math.max(largest, this.iterateCell(id))
        if (largest < iterateDelta) return
      }
    } finally {
      this.isIterating = outer
    }
  }

  /** Computes a member of a cycle again; returns the change of its value. */
  private iterateCell(id: number): number {
    const before = this.store.values[id] as Scalar
    const after = this.computing.computeAgain(id)
    this.store.put(id, after)
    if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before)
    return before === after ? 0 : Number.POSITIVE_INFINITY
  }

  /**
   * Did Excel iterate the cycle when the file was saved, although the file does not say so? It did if every cell
   * matches its saved value when computed from the saved values of the others. Only the file decides, so that no input
   * changes the answer.
   */
  private wasIterated(members: readonly number[]): boolean {
    const key = members[0] ?? -1
    const known = this.found.get(key)
    if (known) return known.isIterated
    const fromSaved = this.computing.fromSaved()
    const isIterated = members.every((id) => {
      const cell = this.store.cells[id]
      return cell?.kind !== 'formula' || isSettled(fromSaved(id), cell.saved)
    })
    this.found.set(key, { isIterated, members })
    return isIterated
  }
}

/** Iteration starts from the saved values, as Excel's does: a division by a value that is still 0 would persist. */
export function startOf(cell: Cell | undefined): Scalar {
  const saved = cell?.kind === 'formula' ? cell.saved : undefined
  return saved === undefined || saved === null || saved instanceof ExcelError ? 0 : saved
}

/** A value of a cycle that another round changes by no more than iteration leaves. */
function isSettled(value: Scalar, saved: Scalar | undefined): boolean {
  if (typeof value === 'number' && typeof saved === 'number') {
    return Math.abs(value - saved) <= Math.max(ASSUMED_ITERATION.iterateDelta, Math.abs(saved) * ROUNDING)
  }
  return value === saved && !(value instanceof ExcelError)
}
