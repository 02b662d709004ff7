import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { CalculationSettings } from '../model/workbook.ts'
import type { Cell } from '../model/cell.ts'
import type { CellStore } from './cell-store.ts'
import type { Dependencies, Position } from './dependencies.ts'

/** Why a cell that needs its own value cannot be computed. */
export const CIRCULAR = 'circular reference'

/** Excel's own settings, for a file that was saved iterated and does not say so. */
export const ASSUMED_ITERATION = { iterate: true, iterateCount: 100, iterateDelta: 0.001 } as const

const ROUNDING = 1e-9

/** A cycle that was met in a workbook that does not ask for iteration, with what was made of it. */
export interface Cycle {
  readonly isIterated: boolean
  readonly cells: readonly Position[]
}

/** What iterating asks of the evaluator. */
interface Computing {
  /** Computes a member of a cycle once more, from the values that the others have. */
  computeAgain(id: number): Scalar
  /** A cell has its first value. */
  noteComputed(id: number): void
  /** Computes a cell from the values that the file holds around it. */
  fromSaved(): (id: number) => Scalar
}

/** Cells that need their own value. */
export class Cycles {
  private readonly calculation: CalculationSettings
  private readonly store: CellStore
  private readonly dependencies: Dependencies
  private readonly computing: Computing
  /** Cells of cycles that are not iterated: their value is an error. */
  private readonly unsettled = new Set<number>()
  /** What was found out about each cycle, by its first cell. */
  private readonly found = new Map<number, { readonly isIterated: boolean; readonly members: readonly number[] }>()
  /** Values change while a cycle is iterated: nothing worked out from ranges may be kept. */
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

  /** Iterates the cells of a cycle as Excel does: sheet by sheet, row by row, until they change less than the setting says. */
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

  /** Computes a member of a cycle once more; the change of its value. */
  private iterateCell(id: number): number {
    const before = this.store.values[id] as Scalar
    const after = this.computing.computeAgain(id)
    this.store.put(id, after)
    if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before)
    return before === after ? 0 : Number.POSITIVE_INFINITY
  }

  /**
   * Did Excel iterate the cycle when the file was saved, although the file does not say so? It did where every cell comes out as
   * saved from the saved values of the others. Only the file decides, so that no input changes the answer.
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

/** Iteration starts from the values in the file, as Excel's does: a division by a value that is still 0 would stick. */
export function startOf(cell: Cell | undefined): Scalar {
  const saved = cell?.kind === 'formula' ? cell.saved : undefined
  return saved === undefined || saved === null || saved instanceof ExcelError ? 0 : saved
}

/** A value of a cycle that another round does not change by more than iteration leaves. */
function isSettled(value: Scalar, saved: Scalar | undefined): boolean {
  if (typeof value === 'number' && typeof saved === 'number') {
    return Math.abs(value - saved) <= Math.max(ASSUMED_ITERATION.iterateDelta, Math.abs(saved) * ROUNDING)
  }
  return value === saved && !(value instanceof ExcelError)
}
