import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { useEdgeScroll } from '../edge-scroll.ts'
import { measures } from '../theme.ts'
import { type BarChange, dragBar, type DragPart, graphOf } from './gantt-drag.ts'
import { ganttDefaults, ganttRowHeight, type GanttScale, millisOf, ticksBetween, xOf } from './gantt-scale.ts'
import { dayMillis, type GanttBar } from './gantt-task.ts'
import classes from './Gantt.module.css'
import { GanttArrows } from './GanttArrows.tsx'
import { GanttRow } from './GanttRow.tsx'
import type { MonthLanguage } from './month-names.ts'

export interface GanttHandle {
  readonly showToday: () => void
}

export interface GanttProps {
  readonly label: string
  /** Heading of the column of names. */
  readonly nameLabel: string
  readonly bars: readonly GanttBar[]
  readonly scale: GanttScale
  readonly today: number
  readonly todayLabel: string
  readonly language: MonthLanguage
  /** The accessible name of a bar. */
  readonly describe: (bar: Pick<GanttBar, 'task' | 'invalid' | 'start' | 'end' | 'progress'>) => string
  readonly onChange: (changes: readonly BarChange[]) => void
  readonly onZoom: (direction: 1 | -1) => void
  readonly ref?: Ref<GanttHandle>
}

/** The visible range is rounded to blocks of rows and pixels, so that scrolling seldom renders. */
const rowBlock = 10
const pixelBlock = 600
/** The fraction of the view that is before today at first. */
const beforeToday = 0.3
const keyboardProgress = 5

interface View {
  readonly firstRow: number
  readonly lastRow: number
  readonly left: number
  readonly right: number
}

interface Drag {
  readonly bar: GanttBar
  readonly part: DragPart
  readonly changes: readonly BarChange[]
}

/** Bars on a timeline. Only those in view are rendered. */
export function Gantt({ bars, scale, today, language, onChange, onZoom, describe, ...props }: GanttProps) {
  const scroller = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>({ firstRow: 0, lastRow: 40, left: 0, right: 2 * pixelBlock })
  const [drag, setDrag] = useState<Drag>()
  const [active, setActive] = useState(0)
  const graph = useMemo(() => graphOf(bars), [bars])
  const changes = useMemo(() => new Map(drag?.changes.map((change) => [change.id, change])), [drag])
  const centre = useRef<number>(undefined)
  const width = xOf(scale, scale.to)
  const height = bars.length * ganttRowHeight
  const wantsFocus = useRef(false)

  function measure() {
    const element = scroller.current
    if (element === null) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    centre.current = scale.from + millisOf(scale, scrollLeft + (clientWidth - measures.ganttLabelWidth) / 2)
    const next = {
      firstRow: Math.floor(scrollTop / ganttRowHeight / rowBlock) * rowBlock,
      lastRow: Math.ceil((scrollTop + clientHeight) / ganttRowHeight / rowBlock) * rowBlock,
      left: Math.floor(scrollLeft / pixelBlock) * pixelBlock,
      right: Math.ceil((scrollLeft + clientWidth) / pixelBlock) * pixelBlock,
    }
    setView((last) => (sameView(last, next) ? last : next))
  }

  function showToday() {
    const element = scroller.current
    if (element === null) return
    const visible = element.clientWidth - measures.ganttLabelWidth
    element.scrollLeft = xOf(scale, today) - visible * beforeToday
  }
  useImperativeHandle(props.ref, () => ({ showToday }))

  // Changing zoom or mode keeps the centre of the view; at first that is today.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    if (centre.current === undefined) showToday()
    else element.scrollLeft = xOf(scale, centre.current) - (element.clientWidth - measures.ganttLabelWidth) / 2
    measure()
    // Only a new scale moves the view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [scale.mode, scale.columnWidth, scale.from])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      onZoom(event.deltaY < 0 ? 1 : -1)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    element.addEventListener('wheel', zoom, { passive: false })
    return () => {
      sizes.disconnect()
      element.removeEventListener('wheel', zoom)
    }
  })

  // The focused bar may have to be scrolled into view before it is rendered.
  useEffect(() => {
    if (!wantsFocus.current) return
    const id = bars[active]?.id
    const bar = scroller.current?.querySelector<HTMLElement>(`[data-bar="${CSS.escape(id ?? '')}"]`)
    if (bar === null || bar === undefined) return
    wantsFocus.current = false
    bar.focus({ preventScroll: true })
  }, [active, view, bars])

  function goTo(row: number) {
    const element = scroller.current
    const bar = bars[row]
    if (element === null || bar === undefined) return
    wantsFocus.current = true
    setActive(row)
    const top = row * ganttRowHeight
    const room = element.clientHeight - ganttDefaults.headerHeight - ganttRowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room
    const [x, visible] = [xOf(scale, bar.start), element.clientWidth - measures.ganttLabelWidth]
    if (x < element.scrollLeft || x > element.scrollLeft + visible) element.scrollLeft = x - visible * beforeToday
  }

  function openMenu(bar: GanttBar, element: Element) {
    const { left, bottom } = element.getBoundingClientRect()
    const chart = scroller.current?.getBoundingClientRect()
    // A long bar may begin far outside the view.
    const [nearest, farthest] = [(chart?.left ?? 0) + measures.ganttLabelWidth, (chart?.right ?? 0) - ganttRowHeight]
    bar.task.on_open_menu?.(bar, { x: Math.max(nearest, Math.min(left, farthest)), y: bottom })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, bar: GanttBar) {
    const row = { ArrowUp: bar.row - 1, ArrowDown: bar.row + 1, Home: 0, End: bars.length - 1 }[event.key]
    const change = keyboardChange(event, bar)
    if (change !== undefined) {
      event.preventDefault()
      const found = dragBar(graph, bar, change.part, change.by, scale)
      if (found.length > 0) onChange(found)
    } else if (row !== undefined && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault()
      goTo(row)
    } else if (event.key === 'Enter' || event.key === ' ' || event.key === 'ContextMenu') {
      event.preventDefault()
      openMenu(bar, event.currentTarget)
    }
  }

  const dragging = useDragging({ scroller, graph, scale, setDrag, onChange, openMenu })
  const shown = bars.slice(view.firstRow, view.lastRow)
  // The focused bar stays rendered, so that scrolling does not lose the focus.
  const kept = bars[active]
  if (kept !== undefined && !shown.includes(kept)) shown.push(kept)
  const window: readonly [number, number] = [view.left, view.right]
  const todayX = xOf(scale, today)
  const marginLeft = measures.ganttLabelWidth
  return (
    <section ref={scroller} className={classes.scroller} aria-label={props.label} onScroll={measure}>
      <div style={{ width: width + marginLeft, minHeight: '100%' }} className={classes.chart}>
        <div className={classes.header} style={{ height: ganttDefaults.headerHeight }}>
          <div className={classes.corner} style={{ width: marginLeft }}>
            {props.nameLabel}
          </div>
          <div className={classes.ticks} aria-hidden>
            {ticksBetween(scale, 'upper', window, language).map((tick) => (
              <div key={tick.at} className={classes.upper} style={{ left: tick.x, width: tick.width }}>
                <span style={{ left: marginLeft }}>{tick.label}</span>
              </div>
            ))}
            {ticksBetween(scale, 'lower', window, language).map((tick) => (
              <div key={tick.at} className={classes.lower} style={{ left: tick.x, width: tick.width }}>
                <span style={{ left: marginLeft }}>{tick.label}</span>
              </div>
            ))}
          </div>
        </div>
        <div className={classes.body} style={{ height }}>
          <div className={classes.lines} style={{ left: marginLeft }} aria-hidden>
            {ticksBetween(scale, 'lower', window, language).map((tick) => (
              <div key={tick.at} className={classes.line} style={{ left: tick.x }} />
            ))}
            <div className={classes.today} style={{ left: todayX }} data-today title={props.todayLabel} />
            <GanttArrows
              bars={bars}
              graph={graph}
              changes={changes}
              scale={scale}
              view={view}
              width={width}
              height={height}
            />
          </div>
          {shown.map((bar) => (
            <GanttRow
              key={bar.id}
              bar={bar}
              change={changes.get(bar.id)}
              scale={scale}
              labelWidth={marginLeft}
              isActive={bar.row === active}
              isGrabbed={drag?.bar.id === bar.id}
              describe={describe}
              onFocus={() => setActive(bar.row)}
              onKeyDown={(event) => onKeyDown(event, bar)}
              onContextMenu={(event) => {
                event.preventDefault()
                bar.task.on_open_menu?.(bar, { x: event.clientX, y: event.clientY })
              }}
              {...dragging(bar)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function sameView(a: View, b: View): boolean {
  return a.firstRow === b.firstRow && a.lastRow === b.lastRow && a.left === b.left && a.right === b.right
}

/** Shift moves the bar, Ctrl its end, both its start; plus and minus change the progress. */
function keyboardChange(event: KeyboardEvent, bar: GanttBar): { part: DragPart; by: number } | undefined {
  const progress = { '+': keyboardProgress, '-': -keyboardProgress }[event.key]
  if (progress !== undefined && !event.ctrlKey) {
    return { part: 'progress', by: (progress / 100) * (bar.end - bar.start) }
  }
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (direction === undefined || !(event.shiftKey || event.ctrlKey)) return undefined
  const part = event.shiftKey ? (event.ctrlKey ? 'start' : 'move') : 'end'
  return { part, by: direction * dayMillis }
}

interface Dragging {
  readonly scroller: { readonly current: HTMLElement | null }
  readonly graph: ReturnType<typeof graphOf>
  readonly scale: GanttScale
  readonly setDrag: (drag: Drag | undefined) => void
  readonly onChange: GanttProps['onChange']
  readonly openMenu: (bar: GanttBar, element: Element) => void
}

/** Handlers for the parts of a bar. A press without movement opens the menu. */
function useDragging({ scroller, graph, scale, setDrag, onChange, openMenu }: Dragging) {
  const origin = useRef({ x: 0, scrolled: 0, pointer: 0, moved: false })
  // In a ref too: the button may be released before the last movement is rendered.
  const latest = useRef<Drag>(undefined)
  const show = (drag: Drag | undefined) => {
    latest.current = drag
    setDrag(drag)
  }
  const follow = (part: DragPart, bar: GanttBar) => {
    const { x, scrolled, pointer } = origin.current
    const by = pointer - x + (scroller.current?.scrollLeft ?? 0) - scrolled
    show({ bar, part, changes: dragBar(graph, bar, part, millisOf(scale, by), scale) })
  }
  const edge = useEdgeScroll()
  const end = () => {
    edge.stop()
    show(undefined)
  }

  return (bar: GanttBar) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>, part: DragPart) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      origin.current = {
        x: event.clientX,
        scrolled: scroller.current?.scrollLeft ?? 0,
        pointer: event.clientX,
        moved: false,
      }
      show({ bar, part, changes: [] })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = latest.current
      if (drag === undefined || drag.bar.id !== bar.id || scroller.current === null) return
      const start = origin.current
      start.pointer = event.clientX
      start.moved ||= Math.abs(event.clientX - start.x) > 3
      if (!start.moved) return
      follow(drag.part, bar)
      const { left, right, top, bottom } = scroller.current.getBoundingClientRect()
      const middle = (top + bottom) / 2
      const room = { left: left + measures.ganttLabelWidth, right, top, bottom }
      edge.aim({ x: event.clientX, y: middle }, room, (x) => {
        scroller.current?.scrollBy(x, 0)
        follow(drag.part, bar)
      })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const drag = latest.current
      if (drag === undefined || drag.bar.id !== bar.id) return
      const { changes } = drag
      end()
      if (!origin.current.moved) openMenu(bar, event.currentTarget)
      else if (changes.length > 0) onChange(changes)
    },
    onPointerCancel: end,
  })
}
