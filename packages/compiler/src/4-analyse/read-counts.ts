import type { Area } from '@sheetwright/runtime/values.ts'
import type { Workbook } from '../model/workbook.ts'
import type { ReadingFormula } from './reading-formulas.ts'

/**
 * The number of formulas that read each cell of a workbook. Each column stores differences between neighbouring cells,
 * so an area of any length costs two steps per column.
 */
export class ReadCounts {
  private readonly sheets: readonly ReadonlyMap<number, { readonly rows: Int32Array; readonly counts: Int32Array }>[]

  constructor(workbook: Workbook, formulas: Iterable<ReadingFormula>, counts: (area: Area) => boolean = () => true) {
    this.sheets = workbook.sheets.map(({ cells }) => {
      const columns = cells.columnNumbers().flatMap((col) => {
        const column = cells.column(col)
        return column ? [[col, { rows: column.rows, counts: new Int32Array(column.rows.length + 1) }] as const] : []
      })
      return new Map(columns)
    })
    for (const { areas } of formulas) for (const area of areas) if (counts(area)) this.add(area)
    for (const columns of this.sheets) {
      for (const column of columns.values()) {
        for (let i = 1; i < column.counts.length; i++)
          column.counts[i] = (column.counts[i] ?? 0) + (column.counts[i - 1] ?? 0)
      }
    }
  }

  private add(area: Area): void {
    const columns = this.sheets[area.sheet]
    if (!columns) return
    const count = (column: { rows: Int32Array; counts: Int32Array }) => {
      const from = firstAtOrAfter(column.rows, area.top)
      const to = firstAtOrAfter(column.rows, area.bottom + 1)
      if (from >= to) return
      column.counts[from] = (column.counts[from] ?? 0) + 1
      column.counts[to] = (column.counts[to] ?? 0) - 1
    }
    if (area.right - area.left < columns.size) {
      for (let col = area.left; col <= area.right; col++) {
        const column = columns.get(col)
        if (column) count(column)
      }
      return
    }
    for (const [col, column] of columns) if (col >= area.left && col <= area.right) count(column)
  }

  at(sheet: number, row: number, col: number): number {
    const column = this.sheets[sheet]?.get(col)
    if (!column) return 0
    const index = firstAtOrAfter(column.rows, row)
    return column.rows[index] === row ? (column.counts[index] ?? 0) : 0
  }
}

function firstAtOrAfter(rows: Int32Array, row: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}
