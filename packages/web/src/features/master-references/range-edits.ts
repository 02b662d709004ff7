import type { RowEdits } from '@sheetwright/contract/master-references/write-range.ts'
import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import { isReadable, textOf, valueOf } from '../../ui/input-text.ts'

/** An edited row: its number in the version, or none for a new one, and its cells as text. */
export interface Line {
  readonly row: number | undefined
  readonly cells: readonly string[]
}

/** Unsaved changes to a range, by row number of the edited version. */
export interface Edits {
  readonly updated: ReadonlyMap<number, readonly string[]>
  readonly deleted: ReadonlySet<number>
  readonly inserted: readonly (readonly string[])[]
  /** The original cells of updated and deleted rows. */
  readonly before: ReadonlyMap<number, readonly string[]>
}

export const noEdits: Edits = { updated: new Map(), deleted: new Set(), inserted: [], before: new Map() }

export function countEdits({ updated, deleted, inserted }: Edits): number {
  return updated.size + deleted.size + inserted.length
}

/** The rows of a page with the edits applied; new rows come last. */
export function linesOf(page: readonly Line[], edits: Edits): Line[] {
  return [
    ...page.flatMap((line): Line[] => {
      if (line.row === undefined || edits.deleted.has(line.row)) return []
      return [{ row: line.row, cells: edits.updated.get(line.row) ?? line.cells }]
    }),
    ...edits.inserted.map((cells): Line => ({ row: undefined, cells })),
  ]
}

/** The edits after a change in the grid: cells may differ, one row may be deleted, rows may be appended. */
export function editsAfter(
  shown: readonly Line[],
  changed: readonly (readonly string[])[],
  edits: Edits,
  originals: ReadonlyMap<number, readonly string[]>,
): Edits {
  const removed = changed.length < shown.length ? firstDifference(shown, changed) : undefined
  const kept = shown.filter((_, index) => index !== removed)
  const updated = new Map(edits.updated)
  const deleted = new Set(edits.deleted)
  const before = new Map(edits.before)
  const gone = removed === undefined ? undefined : shown[removed]?.row
  if (gone !== undefined) {
    deleted.add(gone)
    updated.delete(gone)
    before.set(gone, originals.get(gone) ?? [])
  }
  const inserted: (readonly string[])[] = []
  changed.forEach((cells, index) => {
    const row = kept[index]?.row
    if (row === undefined) {
      inserted.push(cells)
      return
    }
    const original = originals.get(row) ?? []
    if (isSame(original, cells)) updated.delete(row)
    else {
      updated.set(row, cells)
      before.set(row, original)
    }
  })
  return { updated, deleted, inserted, before }
}

function firstDifference(shown: readonly Line[], changed: readonly (readonly string[])[]): number {
  const index = shown.findIndex(({ cells }, i) => !isSame(cells, changed[i] ?? []))
  return index === -1 ? shown.length - 1 : index
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, i) => cell === b[i])
}

/** A row of the answer as text. */
export function cellsOf(row: Readonly<Record<string, unknown>>, columns: readonly ReferenceColumn[]): string[] {
  return columns.map(({ heading }) => textOf(row[heading]))
}

const day = /^\d{4}-\d\d-\d\d$/
const time = /^\d\d:\d\d(?::\d\d)?$/

/** Whether a text is valid in the column; the server has the last word. */
export function isAccepted(text: string, { type }: Pick<ReferenceColumn, 'type'>): boolean {
  const typed = text.trim()
  if (typed === '') return true
  if (type === 'date') return day.test(typed) || isReadable(typed, 'number')
  if (type === 'time') return time.test(typed) || isReadable(typed, 'number')
  return isReadable(typed, type)
}

/** Cells that are not valid in their columns. */
export function countProblems({ updated, inserted }: Edits, columns: readonly ReferenceColumn[]): number {
  const rows = [...updated.values(), ...inserted]
  return rows.reduce((sum, cells) => sum + columns.filter((column, i) => !isAccepted(cells[i] ?? '', column)).length, 0)
}

/** The edits in the format of the API: only changed cells, rows by number. */
export function editsAsSent(
  { updated, deleted, inserted, before }: Edits,
  columns: readonly ReferenceColumn[],
): RowEdits {
  const valueAt = (cells: readonly string[], i: number) =>
    valueOf(cells[i] ?? '', columns[i]?.type) as string | number | boolean | null
  return {
    update: [...updated].map(([row, cells]) => ({
      row,
      values: Object.fromEntries(
        columns.flatMap(({ heading }, i) =>
          (before.get(row)?.[i] ?? '') === (cells[i] ?? '') ? [] : [[heading, valueAt(cells, i)]],
        ),
      ),
    })),
    delete: [...deleted].map((row) => ({ row })),
    insert: inserted
      .filter((cells) => cells.some((cell) => cell.trim() !== ''))
      .map((cells) => ({ values: Object.fromEntries(columns.map(({ heading }, i) => [heading, valueAt(cells, i)])) })),
  }
}
