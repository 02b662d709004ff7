import type { Scalar } from '@sheetwright/runtime/values.ts'
import { type CellStore, COMPUTING, READY, UNTOUCHED, WAITING } from './cell-store.ts'
import { startOf } from './cycles.ts'
import type { FormulaMachine } from './formula-machine.ts'
import type { RunRecord } from './run-record.ts'
import { regionFormula } from './spills.ts'

/**
 * Nesting depth, cells included, at which the current cell is suspended and the needed one is computed on a fresh
 * stack.
 */
const MAX_DEPTH = 600
/** Data tables start a nested computation; from this depth on they first get a fresh stack. */
const MAX_TABLE_DEPTH = 60
/** How often arrays may grow into cells that were already read before the run accepts its result. */
const MAX_SPILL_ROUNDS = 20

/** Thrown up to the root when the stack is deep: compute this cell first, then retry. */
class Suspended {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

/** Thrown up to the root when a cell depends on itself. */
class CycleFound {
  readonly path: readonly number[]
  constructor(path: readonly number[]) {
    this.path = path
  }
}

/** Was a computation interrupted because other cells have to be computed first? */
export function isInterruption(reason: unknown): boolean {
  return reason instanceof Suspended || reason instanceof CycleFound
}

/** What the order of computing needs from the evaluator. */
interface Computing {
  /** Computes the value of a cell that has none yet. */
  cellValue(id: number): Scalar
  /** Gives the cells of a cycle their values. */
  settle(path: readonly number[]): void
  /** Have arrays grown into cells that may have been read as blank? */
  hasGrown(): boolean
  /** Accepts the extents of grown arrays and discards all results. */
  acceptGrowth(): void
  /** Does a cell that depends on itself read its saved value? */
  readonly selfIsSaved: boolean
}

/**
 * Computes cells when they are needed, each at most once. Deep chains of cells do not nest on the JavaScript stack: a
 * cell that is needed too deep is put onto an explicit list, and the one that needs it is tried again afterwards.
 */
export class Demand {
  private readonly store: CellStore
  private readonly machine: FormulaMachine
  private readonly record: RunRecord
  private readonly computing: Computing
  /** Cells being computed, outermost first. */
  private readonly path: number[] = []
  private roots = 0

  constructor(store: CellStore, machine: FormulaMachine, record: RunRecord, computing: Computing) {
    this.store = store
    this.machine = machine
    this.record = record
    this.computing = computing
  }

  /** The value of a cell, which is computed now if it is not ready. */
  value(id: number): Scalar {
    const { state, cells, values } = this.store
    if (state[id] === READY) return values[id] as Scalar
    if (state[id] === COMPUTING || state[id] === WAITING) return this.circular(id)
    const cell = cells[id]
    const limit = cell?.kind === 'formula' && cell.formula.kind === 'dataTable' ? MAX_TABLE_DEPTH : MAX_DEPTH
    // Outside any computation nobody would catch Suspended, for example when the cause of an error is traced.
    if (this.roots === 0) this.computeAlone(id)
    else if (this.machine.depth > limit) throw new Suspended(id)
    else this.computeCell(id)
    return this.store.values[id] as Scalar
  }

  /** The value of a cell that depends on itself. */
  circular(id: number): Scalar {
    const { store, path } = this
    if (this.computing.selfIsSaved) return startOf(store.cells[id])
    // The cells of an array are computed together: any of them closes the cycle.
    const array = regionFormula(store, id)
    const isSame = (other: number) => other === id || (array && regionFormula(store, other) === array)
    const start = path.findIndex(isSame)
    throw new CycleFound(start < 0 ? [id, ...path] : path.slice(start))
  }

  /** Runs a function that reads cells outside any cell's computation; cells deep down a chain are computed first. */
  onFreshStack<T>(run: () => T): T {
    for (;;) {
      const { depth } = this.machine
      try {
        return run()
      } catch (reason) {
        this.machine.depth = depth
        if (reason instanceof Suspended) this.computeRoot(reason.id)
        else if (reason instanceof CycleFound) this.computing.settle(reason.path)
        else throw reason
      }
    }
  }

  /** Computes a cell and everything it needs, again if arrays grow meanwhile into cells that were read. */
  computeRoot(id: number): void {
    this.asRoot(() => {
      for (let round = 0; ; round++) {
        this.computeList([id])
        if (this.roots > 1 || !this.computing.hasGrown() || round >= MAX_SPILL_ROUNDS) return
        this.computing.acceptGrowth()
      }
    })
  }

  /** Computes a cell that is read from outside; arrays that grow meanwhile are accepted with the next root. */
  private computeAlone(id: number): void {
    this.asRoot(() => this.computeList([id]))
  }

  private asRoot(compute: () => void): void {
    const { depth } = this.machine
    const path = this.path.splice(0)
    this.roots++
    try {
      compute()
    } finally {
      this.roots--
      this.machine.depth = depth
      this.path.push(...path)
    }
  }

  /** Computes the last of the waiting cells, and first whatever it was suspended for, until none waits. */
  private computeList(waiting: number[]): void {
    const { store, machine } = this
    try {
      for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
        if (store.state[next] === READY) {
          waiting.pop()
          continue
        }
        try {
          machine.depth = 0
          this.computeCell(next)
          waiting.pop()
        } catch (reason) {
          this.path.length = 0
          if (reason instanceof CycleFound) this.computing.settle(reason.path)
          else if (reason instanceof Suspended) {
            store.state[next] = WAITING
            waiting.push(reason.id)
          } else throw reason
        }
      }
    } finally {
      for (const id of waiting) if (store.state[id] !== READY) store.state[id] = UNTOUCHED
    }
  }

  private computeCell(id: number): void {
    if (this.record.isCounting) this.record.counted(id, this.machine, () => this.computeValue(id))
    else this.computeValue(id)
  }

  /** Computes one cell and stores its value. */
  private computeValue(id: number): void {
    const { store } = this
    store.state[id] = COMPUTING
    this.path.push(id)
    try {
      store.put(id, this.computing.cellValue(id))
      this.record.noteComputed(id)
    } finally {
      this.path.pop()
      if (store.state[id] !== READY) store.state[id] = UNTOUCHED
    }
  }
}
