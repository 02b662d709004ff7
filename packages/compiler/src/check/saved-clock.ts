import { dateToSerial } from '@sheetwright/runtime/dates/serial.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { FormulaTraits } from '../3-bind/bound.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { StepBudgetExceeded } from '../evaluate/step-budget.ts'
import type { FormulaCell } from '../model/cell.ts'
import { isSameValue } from './same-value.ts'

interface ClockCell {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly cell: FormulaCell
  readonly traits: FormulaTraits | undefined
  readonly reason: unknown
}

/** UTC offsets in use, in quarters of an hour east of Greenwich, the likeliest first. */
const OFFSETS = [
  0, 4, 8, -20, -16, -24, -28, -32, 12, 36, 32, 22, 40, 44, -12, -14, 13, 14, 16, 18, 20, 23, 24, 26, 28, 38, 42, 48,
  52, -4, -8, -36, -40, -44, -48, 56,
]
const SAMPLE = 25
const SAMPLE_STEPS = 3_000_000

/**
 * The time to freeze the clock at: when the file was last saved, in local time. The file stores UTC; the offset is
 * chosen that reproduces most time-dependent cells.
 */
export function fittingClock(
  bound: BoundWorkbook,
  cells: readonly ClockCell[],
  options: Omit<EvaluationOptions, 'now'>,
): number {
  const saved = savedMoment(bound)
  const asking = cells
    .filter(({ traits, reason }) => !reason && (traits?.functions.has('NOW') || traits?.functions.has('TODAY')))
    .slice(0, SAMPLE)
  if (asking.length === 0) return saved
  const scores = new Map<number, number>()
  const dayOnly = asking.every(({ traits }) => !traits?.functions.has('NOW'))
  let best = { now: saved, score: Number.NEGATIVE_INFINITY }
  for (const offset of OFFSETS) {
    const now = saved + offset / 96
    const key = dayOnly ? Math.floor(now) : now
    const score = scores.get(key) ?? fit(bound, asking, { ...options, now, steps: SAMPLE_STEPS })
    scores.set(key, score)
    if (score > best.score) best = { now, score }
    if (score >= asking.length) break
  }
  return best.now
}

function fit(bound: BoundWorkbook, cells: readonly ClockCell[], options: EvaluationOptions): number {
  const evaluator = new Evaluator(bound, options)
  let score = 0
  try {
    for (const { sheet, row, col, cell } of cells) {
      const actual = evaluator.value(sheet, row, col)
      if (isSameValue(actual, cell.saved ?? null, () => 0)) score++
      else if (typeof actual === 'number' && typeof cell.saved === 'number') {
        // Seconds pass between the last calculation and saving; a near miss distinguishes zones if nothing matches
        // exactly.
        score -= Math.min(Math.abs(actual - cell.saved), 1) / (2 * cells.length)
      }
    }
  } catch (reason) {
    if (!(reason instanceof StepBudgetExceeded)) throw reason
  }
  return score
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?/

function savedMoment(bound: BoundWorkbook): number {
  const { properties, date1904 } = bound.workbook
  const found = MOMENT.exec(properties.modified ?? properties.created ?? '')
  if (!found) return dateToSerial(2000, 1, 1, date1904)
  const [, year, month, day, hours, minutes, seconds] = found.map(Number)
  const days = dateToSerial(year ?? 2000, month ?? 1, day ?? 1, date1904)
  return days + ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds || 0)) / 86_400
}
