import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Family } from '../4-analyse/family.ts'

interface SubtotalFacts {
  readonly hiddenRows: readonly (readonly [number, number, 'manual' | 'filter'])[]
  readonly subtotals: readonly Area[]
}

/** The facts that SUBTOTAL and AGGREGATE need besides values, if a formula of the program calls them. */
export function subtotalFacts(bound: BoundWorkbook, families: readonly Family[]): SubtotalFacts {
  const hiddenRows: [number, number, 'manual' | 'filter'][] = []
  const subtotals: Area[] = []
  if (families.some(({ formula }) => formula.traits.isSubtotal)) {
    bound.workbook.sheets.forEach((entry, sheet) => {
      for (const [row, { hidden }] of entry.rows) if (hidden !== 'no') hiddenRows.push([sheet, row, hidden])
      subtotals.push(...subtotalCells(bound, sheet))
    })
  }
  return { hiddenRows, subtotals }
}

/** Stretches of a sheet's columns whose formulas are subtotals. */
function subtotalCells(bound: BoundWorkbook, sheet: number): Area[] {
  const areas: { sheet: number; top: number; left: number; bottom: number; right: number }[] = []
  bound.workbook.sheets[sheet]?.cells.forEach((row, col, cell) => {
    if (cell.kind !== 'formula' || cell.formula.kind === 'dataTable') return
    if (!bound.formula(cell.formula, sheet, row, col).traits.isSubtotal) return
    const last = areas.at(-1)
    if (last && last.left === col && last.bottom === row - 1) last.bottom = row
    else areas.push({ sheet, top: row, left: col, bottom: row, right: col })
  })
  return areas
}
