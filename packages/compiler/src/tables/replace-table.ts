import type { Scalar } from '@sheetwright/runtime/values.ts'
import { cellName, columnName, MAX_ROWS, type Range } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import type { CellValue, WorkbookChanges } from '../write-back/changes.ts'
import type { ReferenceTable } from './reference-tables.ts'

export type Replacement =
  | { readonly kind: 'changes'; readonly changes: WorkbookChanges; readonly cells: readonly CellValue[] }
  /** The rows do not fit; the workbook's author has to make room. */
  | { readonly kind: 'refused'; readonly message: string }

interface ReplaceOptions {
  /** The range takes the size of the table. Otherwise it keeps its size, and leftover rows become blank. */
  readonly resizes: boolean
}

/** The changes to a workbook that make a range hold exactly these rows. */
export function replaceTable(
  workbook: Workbook,
  table: ReferenceTable,
  rows: readonly (readonly Scalar[])[],
  { resizes }: ReplaceOptions,
): Replacement {
  const { sheet, range } = table
  const room = range.bottom - range.top
  const bottom = range.top + Math.max(rows.length, 1)
  if (rows.length > room) {
    const refusal = resizes ? obstacleBelow(workbook, table, bottom) : tooSmall(workbook, table, rows.length)
    if (refusal !== undefined) return { kind: 'refused', message: refusal }
  }
  const cells = changedCells(workbook, table, rows)
  const resized: Range = { ...range, bottom }
  const isResized = resizes && bottom !== range.bottom
  const excelTable = workbook.tables.find((one) => one.sheet === sheet && isSamePlace(one.range, range))
  const definition = workbook.names.find(({ name }) => name.toLowerCase() === `xref_${table.name.toLowerCase()}`)
  const isDirect = definition !== undefined && !definition.text.includes('[')
  return {
    kind: 'changes',
    cells,
    changes: {
      inputs: cells,
      results: [],
      ...(isResized && isDirect
        ? { names: new Map([[definition.name.toLowerCase(), referenceText(workbook, sheet, resized)]]) }
        : {}),
      ...(isResized && excelTable ? { tables: new Map([[excelTable.name.toLowerCase(), resized]]) } : {}),
    },
  }
}

function changedCells(
  workbook: Workbook,
  { sheet, range, rowCount }: ReferenceTable,
  rows: readonly (readonly Scalar[])[],
): CellValue[] {
  const cells: CellValue[] = []
  const table = workbook.sheets[sheet]?.cells
  for (let index = 0; index < Math.max(rows.length, rowCount); index++) {
    const row = range.top + 1 + index
    for (let col = range.left; col <= range.right; col++) {
      const value = rows[index]?.[col - range.left] ?? null
      const cell = table?.get(row, col)
      const present = cell?.kind === 'formula' ? (cell.saved ?? null) : (cell?.value ?? null)
      if (present === value) continue
      const above =
        cell === undefined ? table?.get(Math.min(row - 1, range.top + Math.max(rowCount, 1)), col) : undefined
      cells.push({ sheet, row, col, value, ...(above === undefined || index === 0 ? {} : { style: above.style }) })
    }
  }
  return cells
}

/** Why a table cannot grow downwards over the cells below it. */
function obstacleBelow(workbook: Workbook, { sheet, range, name }: ReferenceTable, bottom: number): string | undefined {
  if (bottom >= MAX_ROWS) return `${name} would need more rows than a sheet has`
  let found: string | undefined
  for (let col = range.left; col <= range.right && found === undefined; col++) {
    workbook.sheets[sheet]?.cells.forEachInColumn(col, range.bottom + 1, bottom, (row, cell) => {
      if (cell.kind === 'formula' || cell.value !== null) found ??= cellName(row, col)
    })
  }
  if (found === undefined) return undefined
  const where = `${workbook.sheets[sheet]?.name ?? ''}!${found}`
  return `${name} would need ${bottom - range.bottom} more rows, and ${where} below it is not blank`
}

function tooSmall(workbook: Workbook, { sheet, range, name }: ReferenceTable, rows: number): string {
  const place = `${workbook.sheets[sheet]?.name ?? ''}!${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}`
  return `${name} has ${rows} rows now, and its place ${place} holds ${range.bottom - range.top}. Enlarge the name Xref_${name} and the formulas that read it in the workbook, and upload it`
}

function isSamePlace(a: Range, b: Range): boolean {
  return a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
}

function referenceText(workbook: Workbook, sheet: number, { top, left, bottom, right }: Range): string {
  const name = (workbook.sheets[sheet]?.name ?? '').replaceAll("'", "''")
  return `'${name}'!$${columnName(left)}$${top + 1}:$${columnName(right)}$${bottom + 1}`
}
