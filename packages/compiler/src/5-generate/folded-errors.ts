import { errorSource } from '@sheetwright/runtime/engine/error-source.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { cellsOf } from '../4-analyse/family.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { evaluatorTrace } from '../evaluate/trace-errors.ts'

/** With more errors than this among its constants, a program does not store where they come from. */
const MOST_SOURCES = 2000

/** Cells computed at compile time that show an error, each with the cell where the error arose. */
export function foldedErrors({ folded }: Analysis, evaluator: Evaluator): (readonly number[])[] {
  const sources: number[][] = []
  const traced = evaluatorTrace(evaluator)
  for (const family of folded) {
    for (const place of cellsOf(family)) {
      // Cells that were not computed for the program are not part of it.
      const value = evaluator.known(place.sheet, place.row, place.col)
      if (!(value instanceof ExcelError) || value.uncomputable) continue
      const { sheet, row, col } = errorSource(traced, value, place)
      sources.push([place.sheet, place.row, place.col, sheet, row, col])
      if (sources.length >= MOST_SOURCES) return sources
    }
  }
  return sources
}
