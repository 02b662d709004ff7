import type { ReactNode } from 'react'

/** A task of the Gantt chart. Dates are days, or moments, in UTC. */
export interface GanttTask {
  /** Generated when missing. */
  readonly id?: string
  readonly name: string
  readonly start?: string | Date | null
  /** A day is included until its end. */
  readonly end?: string | Date | null
  /** 0 to 100. */
  readonly progress?: number
  /** Ids of tasks that must have started before: a list, or a text with commas. */
  readonly dependencies?: string | readonly string[]
  readonly custom_class?: string
  /** Shown on hover and focus. */
  readonly popup_text?: string | ((bar: GanttBar) => string)
  /** Drawn inside the bar instead of its progress. */
  readonly customBar?: (bar: GanttBar) => ReactNode
  /** Space before the label inside the bar, in pixels. */
  readonly barLabelPadding?: number
  readonly on_label_click?: (bar: GanttBar) => void
  readonly on_open_menu?: (bar: GanttBar, at: { readonly x: number; readonly y: number }) => void
  /** The user may not change it. */
  readonly locked?: boolean
}

/** A task with its dates and its row. */
export interface GanttBar {
  readonly id: string
  readonly task: GanttTask
  readonly row: number
  /** Milliseconds since 1970. */
  readonly start: number
  /** The end, exclusive. */
  readonly end: number
  readonly progress: number
  readonly dependencies: readonly string[]
  /** A date is missing: the bar gets a substitute position, no progress, and cannot be changed. */
  readonly invalid: boolean
}

export const dayMillis = 86_400_000
const defaultSpan = 2 * dayMillis
const longestYears = 10

/** Gives every task its dates, its row and an id. */
export function barsOf(tasks: readonly GanttTask[], today: number): GanttBar[] {
  const taken = new Set(tasks.flatMap(({ id }) => (id === undefined ? [] : [id])))
  return tasks.map((task, row) => ({
    id: task.id ?? freeId(task.name, row, taken),
    task,
    row,
    ...datesOf(task, today),
    progress: Math.min(100, Math.max(0, task.progress ?? 0)),
    dependencies: idsOf(task.dependencies),
  }))
}

function datesOf(task: GanttTask, today: number): Pick<GanttBar, 'start' | 'end' | 'invalid'> {
  const start = momentOf(task.start)
  let end = momentOf(task.end)
  if (start !== undefined && end !== undefined && (isTooLong(start, end) || end < start)) end = undefined
  // An end at midnight includes the whole day.
  if (end !== undefined && end % dayMillis === 0) end += dayMillis
  const invalid = start === undefined || end === undefined
  if (start !== undefined) return { start, end: end ?? start + defaultSpan, invalid }
  if (end !== undefined) return { start: end - defaultSpan, end, invalid }
  return { start: today, end: today + defaultSpan, invalid }
}

function isTooLong(start: number, end: number): boolean {
  const latest = new Date(start)
  latest.setUTCFullYear(latest.getUTCFullYear() + longestYears)
  return end > latest.getTime()
}

function momentOf(date: string | Date | null | undefined): number | undefined {
  if (date === null || date === undefined || date === '') return undefined
  const moment = typeof date === 'string' ? Date.parse(date) : date.getTime()
  return Number.isNaN(moment) ? undefined : moment
}

function idsOf(dependencies: GanttTask['dependencies'] = []): string[] {
  const list = typeof dependencies === 'string' ? dependencies.split(',') : dependencies
  return list.map((id) => id.trim()).filter((id) => id !== '')
}

function freeId(name: string, row: number, taken: Set<string>): string {
  const base = `${name}-${row}`
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}
