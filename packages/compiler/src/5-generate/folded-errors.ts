import { errorSource } from '@sheetwright/runtime/engine/error-source.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { cellsOf } from '../4-analyse/family.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { evaluatorTrace } from '../evaluate/trace-errors.ts'

/** Above this many a program does not say where errors among its constants come from. */
const MOST_SOURCES = 2000

/** Cells computed at compile time that show an error, each with the cell where that arose. */
export function foldedErrors({ folded }: Analysis, evaluator: Evaluator): (readonly number[])[] {
  const sources: number[][] = []
  const traced = evaluatorTrace(evaluator)
  for (const family of folded) {
    for (const place of cellsOf(family)) {
      // What was not computed for the program is no part of it.
      const value = evaluator.known(place.sheet, place.row, place.col)
      if (!(value instanceof ExcelError) || value.uncomputable) continue
      const { sheet, row, col } = errorSource(traced, value, place)
      sources.push([place.sheet, place.row, place.col, sheet, row, col])
      if (sources.length >= MOST_SOURCES) return sources
    }
  }
  return sources
}
