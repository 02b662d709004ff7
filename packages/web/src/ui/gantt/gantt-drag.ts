import { dayMillis, type GanttBar } from './gantt-task.ts'
import type { GanttScale } from './gantt-scale.ts'

/** The dragged part: the whole bar, one of its ends, or its progress. */
export type DragPart = 'move' | 'start' | 'end' | 'progress'

export interface BarChange {
  readonly id: string
  /** The other part is as it was when the drag began. */
  readonly changed: 'dates' | 'progress'
  readonly start: number
  readonly end: number
  readonly progress: number
}

/** Bars by id, and their dependents, computed once for many pointer moves. */
export interface BarGraph {
  readonly bars: ReadonlyMap<string, GanttBar>
  /** Ids of the bars that depend directly on one. */
  readonly dependents: ReadonlyMap<string, readonly string[]>
}

export function graphOf(bars: readonly GanttBar[]): BarGraph {
  const dependents = new Map<string, string[]>()
  for (const { id, dependencies } of bars) {
    for (const dependency of dependencies) dependents.set(dependency, [...(dependents.get(dependency) ?? []), id])
  }
  return { bars: new Map(bars.map((bar) => [bar.id, bar])), dependents }
}

/** The bar and all its direct and indirect dependents. Bars without dates and locked ones stay where they are. */
export function movedTogether({ bars, dependents }: BarGraph, id: string): GanttBar[] {
  const found = new Set([id])
  for (const one of found) {
    for (const dependent of dependents.get(one) ?? []) {
      const bar = bars.get(dependent)
      if (bar !== undefined && !bar.invalid && bar.task.locked !== true) found.add(dependent)
    }
  }
  return [...found].flatMap((one) => bars.get(one) ?? [])
}

/** The changes of a drag so far; none for bars that cannot be changed. */
export function dragBar(
  graph: BarGraph,
  bar: GanttBar,
  part: DragPart,
  byMillis: number,
  scale: Pick<GanttScale, 'columnMillis'>,
): BarChange[] {
  if (bar.invalid || bar.task.locked === true) return []
  if (part === 'progress') return progressChange(bar, byMillis)
  const wanted = Math.round(byMillis / dayMillis) * dayMillis
  const [start, end] = [bar.start, bar.end]
  // A bar narrower than a column cannot become narrower.
  const spare = end - start - Math.min(scale.columnMillis, end - start)
  const slack = Math.floor(spare / dayMillis) * dayMillis
  if (part === 'end') {
    const by = Math.max(wanted, -slack)
    return by === 0 ? [] : [moved(bar, { end: end + by })]
  }
  const together = movedTogether(graph, bar.id)
  const { back, forth } = limitsOf(graph, together)
  const by = Math.min(forth, Math.max(back, part === 'start' ? Math.min(wanted, slack) : wanted))
  if (by === 0) return []
  return together.map((one) =>
    one.id === bar.id && part === 'start'
      ? moved(one, { start: one.start + by })
      : moved(one, { start: one.start + by, end: one.end + by }),
  )
}

/**
 * How far the bars can move together: back until one of them starts with a dependency, forth until one starts with a
 * dependent that cannot move along. A bar that already starts too early may stay so.
 */
function limitsOf({ bars, dependents }: BarGraph, together: readonly GanttBar[]): { back: number; forth: number } {
  const moving = new Set(together.map(({ id }) => id))
  const atRest = (id: string) => {
    const bar = bars.get(id)
    return bar === undefined || bar.invalid || moving.has(id) ? undefined : bar.start
  }
  let [back, forth] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { id, start, dependencies } of together) {
    for (const dependency of dependencies)
      back = Math.max(back, Math.min(0, (atRest(dependency) ?? Number.NEGATIVE_INFINITY) - start))
    for (const dependent of dependents.get(id) ?? []) {
      forth = Math.min(forth, Math.max(0, (atRest(dependent) ?? Number.POSITIVE_INFINITY) - start))
    }
  }
  return { back, forth }
}

function progressChange(bar: GanttBar, byMillis: number): BarChange[] {
  const width = bar.end - bar.start
  const reached = Math.min(width, Math.max(0, (bar.progress / 100) * width + byMillis))
  const progress = Math.round((reached / width) * 100)
  return progress === bar.progress
    ? []
    : [{ id: bar.id, changed: 'progress', start: bar.start, end: bar.end, progress }]
}

function moved({ id, start, end, progress }: GanttBar, dates: { start?: number; end?: number }): BarChange {
  return { id, changed: 'dates', start, end, progress, ...dates }
}
