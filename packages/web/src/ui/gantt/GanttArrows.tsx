import { useMemo } from 'react'
import type { BarChange, BarGraph } from './gantt-drag.ts'
import { ganttDefaults, ganttRowHeight, type GanttScale, xOf } from './gantt-scale.ts'
import type { GanttBar } from './gantt-task.ts'
import classes from './Gantt.module.css'

export interface GanttArrowsProps {
  readonly bars: readonly GanttBar[]
  readonly graph: BarGraph
  readonly changes: ReadonlyMap<string, BarChange>
  readonly scale: GanttScale
  readonly view: { readonly firstRow: number; readonly lastRow: number }
  readonly width: number
  readonly height: number
}

/** Arrows from dependencies to dependents. */
export function GanttArrows({ bars, graph, changes, scale, view, width, height }: GanttArrowsProps) {
  const arrows = useMemo(() => arrowsOf(bars, graph), [bars, graph])
  const startOf = (bar: GanttBar) => xOf(scale, changes.get(bar.id)?.start ?? bar.start)
  return (
    <svg className={classes.arrows} width={width} height={height}>
      {arrows
        .filter(({ first, last }) => last >= view.firstRow && first < view.lastRow)
        .map(({ from, to }) => (
          <path key={`${from.id} ${to.id}`} d={arrowPath(startOf(from), from.row, startOf(to), to.row)} data-arrow />
        ))}
    </svg>
  )
}

export interface GanttArrow {
  readonly from: GanttBar
  readonly to: GanttBar
  readonly first: number
  readonly last: number
}

export function arrowsOf(bars: readonly GanttBar[], graph: BarGraph): GanttArrow[] {
  return bars.flatMap((to) =>
    to.dependencies.flatMap((id) => {
      const from = graph.bars.get(id)
      return from === undefined
        ? []
        : [{ from, to, first: Math.min(from.row, to.row), last: Math.max(from.row, to.row) }]
    }),
  )
}

const reach = 10
const head = 4

/** Down or up from the dependency, then to the start of the dependent, with an arrow head. */
export function arrowPath(fromX: number, fromRow: number, toX: number, toRow: number): string {
  const x = Math.min(fromX + reach, toX - reach)
  const down = toRow >= fromRow
  const edge = ganttDefaults.padding / 2 + (down ? ganttDefaults.barHeight : 0)
  const y = fromRow * ganttRowHeight + edge
  const target = toRow * ganttRowHeight + ganttRowHeight / 2
  return `M ${x} ${y} V ${target} H ${toX - 2} m ${-head} ${-head} l ${head} ${head} l ${-head} ${head}`
}
