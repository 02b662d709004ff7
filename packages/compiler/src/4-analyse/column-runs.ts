import { ExcelError } from '@sheetwright/runtime/values.ts'
import { mayBeUnknown } from '../3-bind/add-in-functions.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import { ARRAY, SINGLE } from '../evaluate/formula-machine.ts'
import type { ArrayFormula, DynamicFormula, Formula, FormulaCell } from '../model/cell.ts'
import type { ArrayElements } from './array-elements.ts'
import type { MissingAddIns } from './missing-add-ins.ts'
import type { GivenCells, Resolve, Run } from './run.ts'

/** Results cached during the search. */
export interface Seen {
  /** Is something in the way of a dynamic array's spill? */
  readonly blocked: Map<DynamicFormula, boolean>
  readonly addIns: MissingAddIns
  readonly elements: ArrayElements | undefined
}

type PlaceableFormula = Exclude<Formula, { kind: 'dataTable' }>

/** The formulas of a column as runs of consecutive cells. */
export function runsDown(
  bound: BoundWorkbook,
  sheet: number,
  col: number,
  given: GivenCells,
  resolve: Resolve,
  seen: Seen,
): Run[] {
  const column = bound.workbook.sheets[sheet]?.cells.column(col)
  const runs: Run[] = []
  if (!column) return runs
  let open: { row: number; count: number; formula: BoundFormula; written: BoundFormula } | undefined
  const close = () => {
    if (!open) return
    const { row, count, formula, written } = open
    const base = { row, col, count, axis: 'down', formulas: [formula], array: undefined, delegated: undefined } as const
    runs.push(written === formula ? base : { ...base, written })
    open = undefined
  }
  column.cells.forEach((cell, i) => {
    const row = column.rows[i] as number
    if (cell.kind !== 'formula' || given.isInput(sheet, row, col)) return
    const element = elementFormula(bound, sheet, row, col, cell, given, resolve, seen)
    const special = element ? undefined : specialRun(bound, sheet, row, col, cell, given, resolve, seen)
    if (special) {
      close()
      const last = runs.at(-1)
      if (last && continues(last, special)) runs[runs.length - 1] = { ...last, count: last.count + 1 }
      else runs.push(special)
      return
    }
    const written = element ?? bound.formula(cell.formula as PlaceableFormula, sheet, row, col)
    const formula = element ?? resolve(written, { sheet, row, col }, SINGLE) ?? written
    if (open && open.formula === formula && open.row + open.count === row) open.count++
    else {
      close()
      open = { row, count: 1, formula, written }
    }
  })
  close()
  return runs
}

/** The formula of a single cell of an array formula, if it is the same for all of its cells. */
function elementFormula(
  bound: BoundWorkbook,
  sheet: number,
  row: number,
  col: number,
  { formula }: FormulaCell,
  given: GivenCells,
  resolve: Resolve,
  { elements }: Seen,
): BoundFormula | undefined {
  if (!elements || formula.kind !== 'array' || given.override(sheet, row, col) !== undefined) return undefined
  const whole = arrayFormula(bound, sheet, formula, resolve)
  const { traits } = whole
  if (traits.uncomputable.length > 0 || traits.external.length > 0 || bound.workbook.format === 'xls') return undefined
  return elements.formula(formula, whole)
}

/** The formula of an array, with settled references. */
export function arrayFormula(
  bound: BoundWorkbook,
  sheet: number,
  formula: ArrayFormula | DynamicFormula,
  resolve: Resolve,
): BoundFormula {
  const { row, col } = formula
  const written = bound.formula(formula, sheet, row, col)
  return resolve(written, { sheet, row, col }, ARRAY) ?? written
}

/** Array formulas, data tables, and cells whose saved value matters to their result. */
function specialRun(
  bound: BoundWorkbook,
  sheet: number,
  row: number,
  col: number,
  cell: FormulaCell,
  given: GivenCells,
  resolve: Resolve,
  seen: Seen,
): Run | undefined {
  const { formula } = cell
  const override = given.override(sheet, row, col)
  const base = { row, col, count: 1, axis: 'down' as const, override }
  if (formula.kind === 'dataTable') {
    return { ...base, formulas: [], array: undefined, delegated: 'data table' }
  }
  const boundFormula = bound.formula(formula, sheet, row, col)
  const { traits } = boundFormula
  const addIn =
    cell.saved instanceof ExcelError &&
    cell.saved.code === '#NAME?' &&
    [...traits.functions].some((name) => mayBeUnknown(name, bound.workbook.format))
  if (formula.kind === 'normal') {
    const dependsOnSaved = traits.uncomputable.length > 0 || traits.external.length > 0
    const without = addIn && !dependsOnSaved ? seen.addIns.without(boundFormula) : undefined
    if (without) return { ...base, formulas: [without], array: undefined, delegated: undefined }
    if (!dependsOnSaved && !addIn && override === undefined) return undefined
    const delegated = traits.uncomputable[0]
      ? `cannot be computed: ${traits.uncomputable[0].cause}`
      : addIn
        ? 'add-in function of an old file'
        : dependsOnSaved
          ? 'reads another workbook'
          : undefined
    const settled = delegated === undefined ? resolve(boundFormula, { sheet, row, col }, SINGLE) : undefined
    return { ...base, formulas: [settled ?? boundFormula], array: undefined, delegated }
  }
  const { range } = formula
  const isSingle = range.top === range.bottom && range.left === range.right
  const isDynamic = formula.kind === 'dynamic'
  const spill = isDynamic ? { rows: range.bottom - range.top + 1, cols: range.right - range.left + 1 } : undefined
  const array = { formula, row: formula.row, col: formula.col, isSingle, spill }
  let isInTheWay = isDynamic && seen.blocked.get(formula)
  if (isDynamic && isInTheWay === undefined) {
    isInTheWay = isBlocked(bound, formula, sheet, given)
    seen.blocked.set(formula, isInTheWay)
  }
  const delegated = addIn
    ? 'add-in function of an old file'
    : isInTheWay
      ? 'something in the way of a dynamic array'
      : override === undefined
        ? undefined
        : 'an input inside an array'
  const settled = delegated === undefined ? arrayFormula(bound, sheet, formula, resolve) : boundFormula
  return { ...base, formulas: [settled], array, delegated }
}

/** Is it the next cell below in the same array formula? */
function continues(last: Run, next: Run): boolean {
  return (
    next.array !== undefined &&
    last.array?.formula === next.array.formula &&
    last.row + last.count === next.row &&
    last.delegated === next.delegated &&
    last.override === undefined &&
    next.override === undefined
  )
}

/** Does the saved range of the array contain merges, other cells with content, or inputs? */
function isBlocked(bound: BoundWorkbook, formula: DynamicFormula, sheet: number, given: GivenCells): boolean {
  const { range } = formula
  const entry = bound.workbook.sheets[sheet]
  const isMerged = entry?.merges.some(
    (merge) =>
      merge.top <= range.bottom && merge.bottom >= range.top && merge.left <= range.right && merge.right >= range.left,
  )
  if (isMerged) return true
  for (let row = range.top; row <= range.bottom; row++) {
    for (let col = range.left; col <= range.right; col++) {
      const cell = entry?.cells.get(row, col)
      if (cell?.kind === 'formula' && cell.formula === formula) continue
      if (given.isInput(sheet, row, col)) return true
      if (cell && (cell.kind === 'formula' || cell.value !== null)) return true
    }
  }
  return false
}
