import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { ASSUMED_ITERATION, type Iteration, iterationOf } from '../model/iteration.ts'
import type { CalculationSettings } from '../model/workbook.ts'
import type { Cell } from '../model/cell.ts'
import type { CellStore } from './cell-store.ts'
import type { Dependencies, Position } from './dependencies.ts'
import { regionFormula } from './spills.ts'

/** Why a cell that depends on itself cannot be computed. */
export const CIRCULAR = 'circular reference'

const ROUNDING = 1e-9

/** A cycle found in a workbook that does not enable iteration, and how it was handled. */
export interface Cycle {
  readonly isIterated: boolean
  readonly cells: readonly Position[]
}

/**
 * The findings about the cycles of a file, by their cells. Only the file decides: evaluators of the same workbook may
 * share them.
 */
export type CycleFindings = Map<string, { readonly isIterated: boolean; readonly members: readonly number[] }>

/** What iteration needs from the evaluator. */
interface Computing {
  /** Computes a member of a cycle again from the current values of the others. */
  computeAgain(id: number): Scalar
  /** Reports that a cell has its first value. */
  noteComputed(id: number): void
  /** The name of a cell, with its sheet. */
  label(id: number): string
  /** Computes a cell from the saved values around it. */
  fromSaved(): (id: number) => Scalar
}

/**
 * Cells that depend on themselves. If the workbook iterates, every cycle is iterated. Otherwise each cycle for itself:
 * it is iterated if it was saved iterated, and an error if not.
 */
export class Cycles {
  private readonly calculation: CalculationSettings
  private readonly store: CellStore
  private readonly dependencies: Dependencies
  private readonly computing: Computing
  /** Cells of the cycles that were met since the inputs were set. */
  private readonly met = new Set<number>()
  private readonly found: CycleFindings
  /** Values change while a cycle is iterated: nothing derived from ranges may be cached. */
  isIterating = false

  constructor(
    calculation: CalculationSettings,
    store: CellStore,
    dependencies: Dependencies,
    computing: Computing,
    found: CycleFindings = new Map(),
  ) {
    this.calculation = calculation
    this.found = found
    this.store = store
    this.dependencies = dependencies
    this.computing = computing
  }

  /** Is the cell part of a cycle that was met since the inputs were set? */
  isMember(id: number): boolean {
    return this.met.has(id)
  }

  /** Does the area hold a cell of a cycle that was met since the inputs were set? */
  meets({ sheet, top, left, bottom, right }: Area): boolean {
    for (const id of this.met) {
      const at = this.store.position(id)
      if (at.sheet === sheet && at.row >= top && at.row <= bottom && at.col >= left && at.col <= right) return true
    }
    return false
  }

  forget(): void {
    this.met.clear()
  }

  list(): Cycle[] {
    return [...this.found.values()].map(({ isIterated, members }) => ({
      isIterated,
      cells: members.map((id) => this.store.position(id)),
    }))
  }

  /** Gives the cells of a cycle their values: by iteration, or an error. */
  settle(path: readonly number[]): void {
    const asked = iterationOf({ calculation: this.calculation })
    const members = this.dependencies.cycle(path)
    if (asked) this.iterate(members, asked)
    else if (this.wasIterated(members)) this.iterate(members, ASSUMED_ITERATION)
    else this.fail(path)
  }

  /** The same error in each cell that needs itself, whichever was asked for first. */
  private fail(path: readonly number[]): void {
    const members = this.dependencies.inOrder([...new Set(path.flatMap((id) => this.computedWith(id)))])
    const error = new ExcelError('#NUM!', { cell: this.computing.label(members[0] ?? -1), reason: CIRCULAR })
    for (const id of members) this.give(id, error)
  }

  /** The cells that are computed together with a cell: those of its array formula. */
  private computedWith(id: number): readonly number[] {
    const formula = regionFormula(this.store, id)
    if (!formula) return [id]
    const ids: number[] = []
    this.store.forEachFormula({ sheet: this.store.position(id).sheet, ...formula.range }, (other) => {
      if (regionFormula(this.store, other) === formula) ids.push(other)
    })
    return ids
  }

  private give(id: number, value: Scalar): void {
    this.met.add(id)
    this.store.put(id, value)
    this.computing.noteComputed(id)
  }

  /** Iterates the cells of a cycle as Excel does: by sheet and row, until they change less than the setting. */
  private iterate(members: readonly number[], { count, tolerance }: Iteration): void {
    for (const id of members) this.give(id, startOf(this.store.cells[id]))
    const outer = this.isIterating
    this.isIterating = true
    try {
      for (let round = 0; round < count; round++) {
        let largest = 0
        for (const id of members) largest = Math.max(largest, this.iterateCell(id))
        if (largest < tolerance) return
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
   * matches its saved value when computed from the saved values of the others; zeros too, since Excel shows them with
   * iteration and without, and errors, unless there is nothing else. Only the file decides, so that no input changes
   * the answer.
   */
  private wasIterated(members: readonly number[]): boolean {
    const key = members.join(',')
    const known = this.found.get(key)
    if (known) return known.isIterated
    const fromSaved = this.computing.fromSaved()
    const savedOf = (id: number) => {
      const cell = this.store.cells[id]
      return cell?.kind === 'formula' ? cell.saved : undefined
    }
    const isIterated =
      members.some((id) => !(savedOf(id) instanceof ExcelError)) &&
      members.every((id) => isSettled(fromSaved(id), savedOf(id)))
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
    return Math.abs(value - saved) <= Math.max(ASSUMED_ITERATION.tolerance, Math.abs(saved) * ROUNDING)
  }
  if (value instanceof ExcelError && saved instanceof ExcelError) {
    return value.code === saved.code && value.uncomputable === undefined
  }
  return value === saved
}
