import { localeOfWorkbook } from '@sheetwright/compiler/interface.ts'
import type { Workbook } from '@sheetwright/compiler/model.ts'

/** The same time and seed before and after, so that only the tables make a difference. */
export const syncMoment = { now: 45_658.5, seed: 1 } as const

/** As the engine of the workbook computes. */
export function evaluationOf(workbook: Workbook) {
  return { ...syncMoment, locale: localeOfWorkbook(workbook), steps: 500_000_000 } as const
}
