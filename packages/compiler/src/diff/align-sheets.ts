import type { Cell } from '../model/cell.ts'
import type { Sheet } from '../model/workbook.ts'
import { alignLists } from './align-lists.ts'

/** Maps the rows, or the columns, of the earlier sheet to the later one. */
export interface Alignment {
  readonly toLater: ReadonlyMap<number, number>
  readonly toEarlier: ReadonlyMap<number, number>
  readonly inserted: number
  readonly removed: number
  /** Shift of lines after the last used one. */
  readonly beyond: number
  readonly earlierCount: number
}

export interface SheetAlignment {
  readonly rows: Alignment
  readonly columns: Alignment
}

/**
 * Pairs the rows and columns of two sheets, so that an insertion or removal does not turn everything after it into a
 * change.
 */
export function alignSheets(earlier: Sheet, later: Sheet): SheetAlignment {
  const [oldRows, newRows] = [rowTexts(earlier), rowTexts(later)]
  const areRowsInPlace = oldRows.length === newRows.length && shareInPlace(oldRows, newRows) >= 0.5
  const rowPairs = areRowsInPlace ? inPlace(oldRows, newRows) : alignLists(oldRows, newRows)
  const rows = alignmentOf(oldRows, newRows, rowPairs)
  // Columns are matched by their content in rows that both sheets have.
  const [oldColumns, newColumns] = [
    columnTexts(earlier, (row) => (rows.toLater.has(row) ? row : undefined)),
    columnTexts(later, (row) => rows.toEarlier.get(row)),
  ]
  const stayed = inPlace(oldColumns, newColumns)
  const aligned = alignLists(oldColumns, newColumns)
  const same = (pairs: readonly [number, number][]) =>
    pairs.filter(([a, b]) => oldColumns[a] !== '' && oldColumns[a] === newColumns[b]).length
  // Without a clear gain, the columns are assumed to be unmoved.
  const columnPairs = same(aligned) > same(stayed) ? aligned : stayed
  return { rows, columns: alignmentOf(oldColumns, newColumns, columnPairs) }
}

function inPlace(before: readonly string[], after: readonly string[]): [number, number][] {
  return Array.from({ length: Math.min(before.length, after.length) }, (_, i) => [i, i])
}

function alignmentOf(
  before: readonly string[],
  after: readonly string[],
  pairs: readonly [number, number][],
): Alignment {
  const toLater = new Map(pairs)
  const toEarlier = new Map(pairs.map(([a, b]) => [b, a]))
  const last = before.length - 1
  return {
    toLater,
    toEarlier,
    inserted: after.filter((text, i) => text !== '' && !toEarlier.has(i)).length,
    removed: before.filter((text, i) => text !== '' && !toLater.has(i)).length,
    beyond: (toLater.get(last) ?? last) - last,
    earlierCount: before.length,
  }
}

const LABEL = 't'

/** The key of a row: its first text, or the shape of its content. Columns may have moved, so the key names none. */
function rowTexts(sheet: Sheet): string[] {
  const count = (sheet.used?.bottom ?? -1) + 1
  const labels = new Map<number, { col: number; text: string }>()
  const shapes: { col: number; text: string }[][] = Array.from({ length: count }, () => [])
  sheet.cells.forEach((row, col, cell) => {
    if (isBlank(cell)) return
    if (cell.kind === 'constant' && typeof cell.value === 'string') {
      const known = labels.get(row)
      if (!known || col < known.col) labels.set(row, { col, text: LABEL + cell.value })
    } else if (!labels.has(row)) {
      shapes[row]?.push({ col, text: cell.kind === 'formula' ? '=' : typeof cell.value })
    }
  })
  return shapes.map((cells, row) => labels.get(row)?.text ?? shapeOf(cells))
}

function shapeOf(cells: readonly { readonly col: number; readonly text: string }[]): string {
  const sorted = cells.toSorted((a, b) => a.col - b.col)
  const start = sorted[0]?.col ?? 0
  return sorted.map(({ col, text }) => `${col - start}:${text}`).join()
}

/** The key of a column: its first text, or its first constant and which of the common rows it fills. */
function columnTexts(sheet: Sheet, commonRow: (row: number) => number | undefined): string[] {
  const count = (sheet.used?.right ?? -1) + 1
  return Array.from({ length: count }, (_, col) => {
    let label: string | undefined
    let constant = ''
    let filled = 0
    let first = -1
    let last = -1
    sheet.cells.forEachInColumn(col, 0, sheet.used?.bottom ?? 0, (row, cell) => {
      const common = commonRow(row)
      if (common === undefined || isBlank(cell)) return
      if (first < 0) first = common
      last = common
      filled++
      if (cell.kind !== 'constant') return
      if (typeof cell.value === 'string') label ??= LABEL + cell.value
      else if (constant === '') constant = String(cell.value)
    })
    return label ?? (filled === 0 ? '' : `${constant} ${first}-${last} ${filled}`)
  })
}

export function isBlank(cell: Cell): boolean {
  return cell.kind === 'constant' && (cell.value === null || cell.value === '')
}

/** Of the rows with a text, the fraction that did not move. */
function shareInPlace(before: readonly string[], after: readonly string[]): number {
  const labelled = before.flatMap((text, row) => (text.startsWith(LABEL) ? [row] : []))
  if (labelled.length === 0) return 1
  return labelled.filter((row) => before[row] === after[row]).length / labelled.length
}
