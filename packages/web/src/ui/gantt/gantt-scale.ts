import { dayMillis, type GanttBar } from './gantt-task.ts'
import { type MonthLanguage, monthNames } from './month-names.ts'

export const viewModes = ['Quarter Day', 'Half Day', 'Day', 'Week', 'Month', 'Quarter', 'Year'] as const

export type ViewMode = (typeof viewModes)[number]

/** Default sizes in pixels, and hours per column, unless the view mode sets its own. */
export const ganttDefaults = { headerHeight: 50, columnWidth: 10, step: 24, barHeight: 20, padding: 18 } as const

export const ganttRowHeight = ganttDefaults.barHeight + ganttDefaults.padding

/** Column width in pixels, and hours per column. */
export const modeColumns: Readonly<Record<ViewMode, { readonly columnWidth: number; readonly step: number }>> = {
  'Quarter Day': { columnWidth: 38, step: 6 },
  'Half Day': { columnWidth: 38, step: 12 },
  Day: { columnWidth: 38, step: 24 },
  Week: { columnWidth: 140, step: 168 },
  Month: { columnWidth: 200, step: 730 },
  Quarter: { columnWidth: 430, step: 730 },
  Year: { columnWidth: 200, step: 8760 },
}

const hourMillis = 3_600_000

/** Maps time to pixels. */
export interface GanttScale {
  readonly mode: ViewMode | undefined
  /** Start of the chart. */
  readonly from: number
  /** End of the chart, exclusive. */
  readonly to: number
  readonly columnWidth: number
  /** Milliseconds per column. */
  readonly columnMillis: number
}

export function xOf({ from, columnWidth, columnMillis }: GanttScale, moment: number): number {
  return ((moment - from) / columnMillis) * columnWidth
}

export function millisOf({ columnWidth, columnMillis }: GanttScale, pixels: number): number {
  return (pixels / columnWidth) * columnMillis
}

/** The scale that fits all bars and today, with some margin. */
export function scaleFor(
  mode: ViewMode | undefined,
  bars: readonly GanttBar[],
  today: number,
  zoom: number = 1,
): GanttScale {
  const { columnWidth, step } = mode === undefined ? ganttDefaults : modeColumns[mode]
  const columnMillis = step * hourMillis
  let [first, last] = [today, today + dayMillis]
  for (const { start, end } of bars) {
    first = Math.min(first, start)
    last = Math.max(last, end)
  }
  const unit = mode === undefined ? 'day' : headings[mode].upper
  const from = startOf(unit, first - columnMillis)
  const to = next(unit, startOf(unit, last + columnMillis))
  return { mode, from, to, columnWidth: columnWidth * zoom, columnMillis }
}

export interface GanttTick {
  readonly at: number
  readonly x: number
  readonly width: number
  readonly label: string
}

type Unit = '6 hours' | '12 hours' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The units of the two header lines: the lower one is that of the grid lines. */
const headings: Readonly<Record<ViewMode, { readonly upper: Unit; readonly lower: Unit }>> = {
  'Quarter Day': { upper: 'day', lower: '6 hours' },
  'Half Day': { upper: 'day', lower: '12 hours' },
  Day: { upper: 'month', lower: 'day' },
  Week: { upper: 'month', lower: 'week' },
  Month: { upper: 'year', lower: 'month' },
  Quarter: { upper: 'quarter', lower: 'month' },
  Year: { upper: 'year', lower: 'year' },
}

/** The ticks of one header line between two positions of the chart. */
export function ticksBetween(
  scale: GanttScale,
  line: 'upper' | 'lower',
  [left, right]: readonly [number, number],
  language: MonthLanguage,
): GanttTick[] {
  if (scale.mode === 'Year' && line === 'upper') return []
  const unit = scale.mode === undefined ? (line === 'upper' ? 'month' : 'day') : headings[scale.mode][line]
  const ticks: GanttTick[] = []
  const end = Math.min(scale.to, scale.from + millisOf(scale, right))
  let at = Math.max(scale.from, startOf(unit, scale.from + millisOf(scale, Math.max(0, left))))
  while (at < end) {
    const after = Math.min(next(unit, at), scale.to)
    const x = xOf(scale, at)
    ticks.push({ at, x, width: xOf(scale, after) - x, label: labelOf(unit, at, language, line) })
    at = after
  }
  return ticks
}

function labelOf(unit: Unit, at: number, language: MonthLanguage, line: 'upper' | 'lower'): string {
  const date = new Date(at)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const monthName = monthNames[language][month] ?? ''
  const isJapanese = language === 'ja'
  switch (unit) {
    case '6 hours':
    case '12 hours':
      return String(date.getUTCHours()).padStart(2, '0')
    case 'week':
      return isJapanese ? `${monthName}${day}日` : `${day} ${monthName}`
    case 'day':
      if (line === 'lower') return String(day)
      return isJapanese ? `${monthName}${day}日` : `${day} ${monthName}`
    case 'month':
      if (line === 'lower') return monthName
      return isJapanese ? `${year}年${monthName}` : `${monthName} ${year}`
    case 'quarter': {
      const quarter = `Q${Math.floor(month / 3) + 1}`
      return isJapanese ? `${year}年 ${quarter}` : `${quarter} ${year}`
    }
    case 'year':
      return isJapanese ? `${year}年` : String(year)
  }
}

/** Weeks begin on Monday; 1970 began on a Thursday. */
const firstMonday = 4 * dayMillis
const fixed = { '6 hours': 6 * hourMillis, '12 hours': 12 * hourMillis, day: dayMillis, week: 7 * dayMillis } as const
const monthsOf = { month: 1, quarter: 3, year: 12 } as const

function startOf(unit: Unit, moment: number): number {
  if (unit in fixed) {
    const length = fixed[unit as keyof typeof fixed]
    const origin = unit === 'week' ? firstMonday : 0
    return origin + Math.floor((moment - origin) / length) * length
  }
  const months = monthsOf[unit as keyof typeof monthsOf]
  const date = new Date(moment)
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1)
}

/** The start of the next unit after a moment. */
function next(unit: Unit, moment: number): number {
  const start = startOf(unit, moment)
  if (unit in fixed) return start + fixed[unit as keyof typeof fixed]
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsOf[unit as keyof typeof monthsOf], 1)
}
