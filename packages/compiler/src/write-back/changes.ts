import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from '../model/address.ts'
import { MAX_COLS } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'

export interface CellValue {
  /** Index of the sheet in the workbook. */
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly value: Scalar
  /** Only for a cell that is new in the file; by default that of its row or column. */
  readonly style?: number
}

/** What a calculation changed in a workbook. */
export interface WorkbookChanges {
  /** Values entered into cells: they replace any formula there. */
  readonly inputs: Iterable<CellValue>
  /** Results: a formula there stays. Unchanged values do no harm. */
  readonly results: Iterable<CellValue>
  /** New extents of dynamic array formulas, if they changed. */
  readonly spills?: Iterable<{
    readonly sheet: number
    readonly row: number
    readonly col: number
    readonly range: Range
  }>
  /** New texts of defined names of the whole workbook, by lower-cased name. */
  readonly names?: ReadonlyMap<string, string>
  /** New ranges of tables, headings included, by lower-cased name. */
  readonly tables?: ReadonlyMap<string, Range>
}

export interface CellChange {
  /** Undefined if only the extent of a spill changed. */
  readonly value: Scalar | undefined
  readonly dropsFormula: boolean
  readonly spill: Range | undefined
  readonly style?: number | undefined
}

interface AddedCell {
  readonly row: number
  readonly col: number
  readonly value: Scalar
  readonly style: number | undefined
}

/** The changes of one sheet that must be written, by row and column. */
export class SheetChanges {
  private readonly cells = new Map<number, CellChange>()
  /** Cells that are new in the file, in order. */
  readonly added: readonly AddedCell[]

  constructor(cells: ReadonlyMap<number, CellChange>, isInFile: (row: number, col: number) => boolean) {
    const added: AddedCell[] = []
    for (const [key, change] of cells) {
      const [row, col] = [Math.floor(key / MAX_COLS), key % MAX_COLS]
      if (isInFile(row, col)) this.cells.set(key, change)
      else if (change.value !== null && change.value !== undefined) {
        added.push({ row, col, value: change.value, style: change.style })
      }
    }
    this.added = added.sort((a, b) => a.row - b.row || a.col - b.col)
  }

  get isEmpty(): boolean {
    return this.cells.size === 0 && this.added.length === 0
  }

  get(row: number, col: number): CellChange | undefined {
    return this.cells.get(row * MAX_COLS + col)
  }
}

/**
 * Groups changes by sheet and drops values that the file already holds, so that those cells stay exactly as they are.
 */
export function changesBySheet(changes: WorkbookChanges, workbook: Workbook): ReadonlyMap<number, SheetChanges> {
  const sheets = new Map<number, Map<number, CellChange>>()
  const put = (sheet: number, row: number, col: number, change: CellChange): void => {
    const cells = sheets.get(sheet) ?? new Map<number, CellChange>()
    sheets.set(sheet, cells)
    cells.set(row * MAX_COLS + col, change)
  }
  for (const { sheet, row, col, range } of changes.spills ?? []) {
    for (const member of leftBehind(workbook, sheet, row, col, range)) {
      put(sheet, member.row, member.col, { value: null, dropsFormula: false, spill: undefined })
    }
    put(sheet, row, col, { value: undefined, dropsFormula: false, spill: range })
  }
  for (const { sheet, row, col, value } of changes.results) {
    const spill = sheets.get(sheet)?.get(row * MAX_COLS + col)?.spill
    if (spill || !isSaved(workbook, sheet, row, col, value)) put(sheet, row, col, { value, dropsFormula: false, spill })
  }
  for (const { sheet, row, col, value, style } of changes.inputs) {
    const cell = workbook.sheets[sheet]?.cells.get(row, col)
    const isAlready = cell?.kind !== 'formula' && (cell?.value ?? null) === value
    if (isAlready) sheets.get(sheet)?.delete(row * MAX_COLS + col)
    else put(sheet, row, col, { value, dropsFormula: true, spill: undefined, style })
  }
  return new Map(
    sheets.entries().map(([sheet, cells]) => {
      const table = workbook.sheets[sheet]?.cells
      return [sheet, new SheetChanges(cells, (row, col) => table?.get(row, col) !== undefined)]
    }),
  )
}

function isSaved(workbook: Workbook, sheet: number, row: number, col: number, value: Scalar): boolean {
  const cell = workbook.sheets[sheet]?.cells.get(row, col)
  if (!cell) return value === null
  return cell.kind === 'formula' ? cell.saved === value : cell.value === value
}

/** Cells in the saved extent of a spill that it no longer covers. */
function leftBehind(
  workbook: Workbook,
  sheet: number,
  row: number,
  col: number,
  now: Range,
): { row: number; col: number }[] {
  const cell = workbook.sheets[sheet]?.cells.get(row, col)
  if (cell?.kind !== 'formula' || cell.formula.kind !== 'dynamic') return []
  const { range } = cell.formula
  const left: { row: number; col: number }[] = []
  for (let c = range.left; c <= range.right; c++) {
    workbook.sheets[sheet]?.cells.forEachInColumn(c, range.top, range.bottom, (r, member) => {
      const isCovered = r >= now.top && r <= now.bottom && c >= now.left && c <= now.right
      if (!isCovered && member.kind === 'formula' && member.formula === cell.formula) left.push({ row: r, col: c })
    })
  }
  return left
}
