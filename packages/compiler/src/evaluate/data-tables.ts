import { type Area, errors, type Scalar } from '@sheetwright/runtime/values.ts'
import type { CellPosition, DataTableFormula } from '../model/cell.ts'
import { type CellStore, READY, UNTOUCHED } from './cell-store.ts'
import type { Dependencies, Position } from './dependencies.ts'
import type { Change, InputCells } from './input-cells.ts'
import type { Spills } from './spills.ts'

/** What a data table needs from the evaluator. */
interface Computing {
  read(sheet: number, row: number, col: number): Scalar
  computeRoot(id: number): void
  /** Runs a function while cached results from ranges are ignored. */
  withFreshMemory<T>(run: () => T): T
}

/** What-if data tables: the value that a cell would have if other cells held other values. */
export class DataTables {
  private readonly store: CellStore
  private readonly dependencies: Dependencies
  private readonly inputs: InputCells
  private readonly spills: Spills
  private readonly computing: Computing

  constructor(store: CellStore, dependencies: Dependencies, inputs: InputCells, spills: Spills, computing: Computing) {
    this.store = store
    this.dependencies = dependencies
    this.inputs = inputs
    this.spills = spills
    this.computing = computing
  }

  value({ range, inputs }: DataTableFormula, sheet: number, row: number, col: number): Scalar {
    const above = { row: range.top - 1, col }
    const beside = { row, col: range.left - 1 }
    const corner = { row: range.top - 1, col: range.left - 1 }
    const change = (input: CellPosition | undefined, from: CellPosition): Change[] =>
      input ? [{ sheet, ...input, value: this.computing.read(sheet, from.row, from.col) }] : []
    switch (inputs.shape) {
      case 'row':
        return this.whatIf(change(inputs.rowInput, above), { sheet, ...beside })
      case 'column':
        return this.whatIf(change(inputs.columnInput, beside), { sheet, ...above })
      case 'both':
        return this.whatIf([...change(inputs.rowInput, above), ...change(inputs.columnInput, beside)], {
          sheet,
          ...corner,
        })
    }
  }

  /** The value a cell would have if other cells held these values. Restores the state afterwards. */
  private whatIf(changes: readonly Change[], target: Position): Scalar {
    if (changes.length === 0) return errors.ref
    const { store } = this
    const id = store.find(target.sheet, target.row, target.col)
    const affected = id < 0 ? [] : this.dependencies.between(changes, id)
    const changed = changes.map((change) => ({ id: store.find(change.sheet, change.row, change.col), change }))
    const ids = [...affected, ...changed.flatMap((entry) => (entry.id < 0 ? [] : [entry.id]))]
    const saved = ids.map((each) => ({
      id: each,
      value: store.values[each] as Scalar,
      state: store.state[each] as number,
    }))
    return this.computing.withFreshMemory(() => {
      const forgotten = this.spills.putAway(affected)
      try {
        for (const each of affected) if (store.state[each] === READY) store.state[each] = UNTOUCHED
        for (const { id: input, change } of changed) {
          if (input >= 0) store.put(input, change.value)
          else this.inputs.set(change.sheet, change.row, change.col, change)
        }
        if (id >= 0 && store.state[id] === UNTOUCHED) this.computing.computeRoot(id)
        return this.computing.read(target.sheet, target.row, target.col)
      } finally {
        for (const entry of saved) {
          store.values[entry.id] = entry.value
          store.state[entry.id] = entry.state
        }
        for (const { id: input, change } of changed) {
          if (input < 0) this.inputs.delete(change.sheet, change.row, change.col)
        }
        this.spills.putBack(forgotten)
      }
    })
  }
}

/** A data table cell depends on the formula that the table varies and on the values put into its input cells. */
export function dataTablePrecedents(
  { range, inputs }: DataTableFormula,
  sheet: number,
  row: number,
  col: number,
): Area[] {
  const cell = (at: CellPosition): Area => ({ sheet, top: at.row, left: at.col, bottom: at.row, right: at.col })
  const above = cell({ row: range.top - 1, col })
  const beside = cell({ row, col: range.left - 1 })
  return inputs.shape === 'both' ? [cell({ row: range.top - 1, col: range.left - 1 }), above, beside] : [above, beside]
}
