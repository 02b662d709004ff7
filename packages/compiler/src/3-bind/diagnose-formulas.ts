import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import { WHOLE_SIDE } from '@sheetwright/runtime/cells.ts'
import { cellName, type Range } from '../model/address.ts'
import { cornersAt } from '../2-parse/placed.ts'
import type { BoundWorkbook } from './bind-workbook.ts'
import { type BoundArea, type BoundUncomputable, OWN_SHEET } from './bound.ts'
import { readProperties } from './ports/properties.ts'
import { timeZoneOf } from './ports/time-zone-of.ts'

/** The functions that the formulas of a workbook use. */
export interface FormulaUsage {
  readonly formulaCells: number
  /** Functions with the number of cells that call them. */
  readonly functions: ReadonlyMap<string, number>
}

/** The newest compatibility version of Excel whose rules are known here. */
const NEWEST_RULES = 2

const CLOCKS = ['TODAY', 'NOW'] as const

/** Binds every formula and reports, per cell, what cannot be computed. */
export function diagnoseFormulas(bound: BoundWorkbook, diagnostics: Diagnostics): FormulaUsage {
  const functions = new Map<string, number>()
  let formulaCells = 0
  const { compatibilityVersion } = bound.workbook.calculation
  if (compatibilityVersion > NEWEST_RULES) {
    diagnostics.add('COMPATIBILITY_UNKNOWN', { version: compatibilityVersion, known: NEWEST_RULES })
  }
  const used = bound.workbook.sheets.map(({ cells }) => cells.bounds())
  // Told once, at the first cell.
  let isZoneKnown = timeZoneOf(readProperties(bound.workbook)) !== undefined
  bound.workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind !== 'formula') return
      formulaCells++
      if (cell.formula.kind === 'dataTable') return
      const { traits } = bound.formula(cell.formula, sheet, row, col)
      for (const name of traits.functions) functions.set(name, (functions.get(name) ?? 0) + 1)
      const place = { sheet: entry.name, cell: cellName(row, col) }
      const isName = cell.saved instanceof ExcelError && cell.saved.code === '#NAME?'
      for (const problem of traits.uncomputable) if (!isName) reportUncomputable(diagnostics, problem, place)
      const clock = CLOCKS.find((name) => traits.functions.has(name))
      if (clock !== undefined && !isZoneKnown) {
        diagnostics.add('CLOCK_IN_UTC', { function: clock }, place)
        isZoneKnown = true
      }
      for (const name of traits.mayDiffer) diagnostics.add('RESULT_MAY_DIFFER', { function: name }, place)
      const cut = traits.endless.find(({ area }) => isCut(area, { sheet, row, col }, used, bound.workbook.grid))
      if (cut) diagnostics.add('BLANKS_LEFT_OUT', { function: cut.function }, place)
      for (const { description, cells } of traits.external) {
        if (!cells) diagnostics.add('EXTERNAL_VALUE_MISSING', { reference: description }, place)
      }
    })
  })
  return { formulaCells, functions }
}

/** Does an area go on below or beside the used part of its sheet, and is long enough to be taken only up to there? */
function isCut(
  area: BoundArea,
  home: { readonly sheet: number; readonly row: number; readonly col: number },
  used: readonly (Range | undefined)[],
  grid: { readonly rows: number; readonly cols: number },
): boolean {
  const { top, left, bottom, right } = cornersAt(area.from, area.to, home, grid)
  const cells = used[area.sheet === OWN_SHEET ? home.sheet : area.sheet]
  return (
    (bottom - top + 1 >= WHOLE_SIDE && bottom > (cells?.bottom ?? 0)) ||
    (right - left + 1 >= WHOLE_SIDE && right > (cells?.right ?? 0))
  )
}

function reportUncomputable(
  diagnostics: Diagnostics,
  { cause, what }: BoundUncomputable,
  place: { sheet: string; cell: string },
): void {
  switch (cause) {
    case 'vba':
      diagnostics.add('FUNCTION_UNKNOWN', { function: what }, place)
      return
    case 'xlm':
      diagnostics.add('MACRO_SHEET_USED', { name: what }, place)
      return
    case 'outsideService':
      diagnostics.add('FUNCTION_OUTSIDE', { function: what }, place)
      return
    case 'externalLink':
      diagnostics.add('EXTERNAL_VALUE_MISSING', { reference: what }, place)
      return
    case 'unreadableFormula':
      // Parsing already reported it.
      return
  }
}
