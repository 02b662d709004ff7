import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { checkWorkbook } from '../check/check-workbook.ts'
import { isSameValue } from '../check/same-value.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import type { RecalculatedWorkbook } from '../run/recalculated-workbook.ts'
import type { ShownValue } from './shown-value.ts'

/** The comparison of every formula cell with its saved value. */
export interface SavedComparison {
  /** Not proven if the file holds no saved values. */
  readonly verdict: 'equal' | 'different' | 'not proven'
  /** The application that saved the file. */
  readonly savedBy: string | null
  readonly computedBy: 'Sheetwright' | 'LibreOffice'
  readonly formulaCells: number
  readonly compared: number
  readonly equal: number
  readonly different: number
  /** Cells by reason. */
  readonly notComparable: Record<string, number>
  /** Cells by function that cannot be computed. */
  readonly unsupported: Record<string, number>
  /** The regional settings of the engine, in which the cells were computed. */
  readonly locale: string
  /** Other regional settings in which fewer cells differ. */
  readonly fittingLocale?: string
  readonly differences: {
    readonly cell: string
    readonly formula: string
    readonly excel: ShownValue
    readonly ours: ShownValue
    /** It differs even if everything it reads is as saved. */
    readonly isCause: boolean
  }[]
  /** Cells that differ from a saved value that proves nothing, each with its reason among `notComparable`. */
  readonly apart: {
    readonly cell: string
    readonly formula: string
    readonly excel: ShownValue
    readonly ours: ShownValue
    readonly reason: string
  }[]
}

/** Most differing cells that a report describes; further ones are counted. */
const describedDifferences = 10_000

/**
 * Recomputes every formula cell, or lets another program compute it, and compares the results with the saved values.
 */
export function compareWithSaved(
  bound: BoundWorkbook,
  evaluation: EvaluationOptions,
  computed?: RecalculatedWorkbook,
): SavedComparison {
  const { workbook } = bound
  const report = checkWorkbook(bound, {
    ...evaluation,
    keep: describedDifferences,
    ...(computed === undefined ? {} : { compute: (_cells, then) => readerOf(bound, computed, then) }),
  })
  const { formulaCells, compared, equal, different, notComparable, unsupported } = report
  return {
    verdict: formulaCells > 0 && compared === 0 ? 'not proven' : different > 0 ? 'different' : 'equal',
    savedBy: workbook.properties.application ?? null,
    computedBy: computed === undefined ? 'Sheetwright' : 'LibreOffice',
    formulaCells,
    compared,
    equal,
    different,
    notComparable: { ...notComparable },
    unsupported: { ...unsupported },
    differences: report.firstDifferences.map(({ expected, actual, ...difference }) => ({
      ...difference,
      excel: expected,
      ours: actual,
    })),
    locale: report.locale,
    ...(report.fittingLocale === undefined ? {} : { fittingLocale: report.fittingLocale }),
    apart: report.firstApart.map(({ expected, actual, ...cell }) => ({ ...cell, excel: expected, ours: actual })),
  }
}

/**
 * The values that another program computed today: a cell that differs from the saved one only because of the date
 * counts as its value on the day of saving.
 */
function readerOf(bound: BoundWorkbook, computed: RecalculatedWorkbook, then: EvaluationOptions) {
  const onSaving = new Evaluator(bound, then)
  const today = new Evaluator(bound, { ...then, now: serialOfToday(bound.workbook.date1904) })
  return (sheet: number, row: number, col: number): Scalar => {
    const value = computed.value({ sheet, row, col })
    const saved = onSaving.value(sheet, row, col)
    const isOfToday = isSameValue(value, today.value(sheet, row, col), () => 0)
    return isOfToday && !isSameValue(value, saved, () => 0) ? saved : value
  }
}

/** Serial number of 1970-01-01 in both date systems. */
const epochs = { 1900: 25_569, 1904: 24_107 } as const

function serialOfToday(date1904: boolean): number {
  return Math.floor(Date.now() / 86_400_000) + epochs[date1904 ? 1904 : 1900]
}
