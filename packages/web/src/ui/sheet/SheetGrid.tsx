// The grid renders only the cells in view, in four panes, so it cannot be a table element.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cellStyle, fittedSize, type SheetLook } from './cell-style.ts'
import { type CellRange, columnName, holds, parseRange, rangeName, SheetAxis } from './sheet-geometry.ts'
import classes from './SheetGrid.module.css'

/** A sheet as the grid needs it; sizes in pixels. */
interface GridSheet {
  readonly name: string
  readonly rows: number
  readonly cols: number
  readonly frozen: { readonly rows: number; readonly cols: number } | null
  readonly showGridLines: boolean
  readonly rowHeight: number
  readonly columnWidth: number
  readonly widths: readonly (readonly [number, number])[]
  readonly heights: readonly (readonly [number, number])[]
  readonly merges: readonly string[]
}

export interface GridCell {
  readonly row: number
  readonly col: number
  readonly text: string
  readonly value: string | number | boolean | null
  readonly look: SheetLook | undefined
  /** A comment on the cell: shown as a corner and on hover. */
  readonly comment?: string | undefined
}

/** A tinted frame around cells. */
export interface GridMark {
  readonly id: string
  readonly range: CellRange
  readonly tone:
    | 'input'
    | 'output'
    | 'precedent'
    | 'dependent'
    | 'changed'
    | 'finding'
    | 'covered'
    | 'partly'
    | 'uncovered'
  /** A mark that is not yet decided. */
  readonly faint?: boolean
  readonly label?: string
}

export interface SheetGridProps {
  readonly label: string
  readonly sheet: GridSheet
  readonly cellAt: (row: number, col: number) => GridCell | undefined
  readonly marks: readonly GridMark[]
  readonly selected: CellRange
  /** `extend` keeps the first corner: the pointer was dragged, or Shift was held. */
  readonly onSelect: (range: CellRange) => void
  readonly onEnter?: (() => void) | undefined
  /** Called with the cells in view, so that they can be fetched. */
  readonly onView: (range: CellRange) => void
}

/** Empty rows and columns behind the last used one, so that a small sheet still looks like one. */
const roomBehind = { rows: 20, cols: 8 } as const
const headerWidth = 52
const headerHeight = 24
/** Number of cells rendered beyond the view. */
const margin = 4

/** A read-only sheet: only cells in view are rendered. Arrow keys move, Shift or dragging selects a block. */
export function SheetGrid({ label, sheet, cellAt, marks, selected, onSelect, onEnter, onView }: SheetGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, left: 0, width: 1200, height: 600 })
  const anchor = useRef<{ row: number; col: number } | undefined>(undefined)
  const rows = useMemo(() => new SheetAxis(sheet.rows + roomBehind.rows, sheet.rowHeight, sheet.heights), [sheet])
  const cols = useMemo(() => new SheetAxis(sheet.cols + roomBehind.cols, sheet.columnWidth, sheet.widths), [sheet])
  const merges = useMemo(() => sheet.merges.flatMap((text) => parseRange(text) ?? []), [sheet])
  const frozen = {
    rows: Math.min(sheet.frozen?.rows ?? 0, 30),
    cols: Math.min(sheet.frozen?.cols ?? 0, 12),
  }
  const frozenHeight = rows.start(frozen.rows)
  const frozenWidth = cols.start(frozen.cols)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () =>
      setView({
        top: element.scrollTop,
        left: element.scrollLeft,
        width: element.clientWidth,
        height: element.clientHeight,
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  const inView: CellRange = {
    top: Math.max(frozen.rows, rows.indexAt(view.top + frozenHeight) - margin),
    bottom: Math.min(rows.count - 1, rows.indexAt(view.top + view.height) + margin),
    left: Math.max(frozen.cols, cols.indexAt(view.left + frozenWidth) - margin),
    right: Math.min(cols.count - 1, cols.indexAt(view.left + view.width) + margin),
  }
  const viewKey = rangeName(inView)
  useEffect(() => {
    onView(inView)
    // The range is a new object on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [viewKey, sheet.name])

  // Scrolls the selection into view, after a link or the keyboard changed it.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const { top: row, left: col } = selected
    if (row >= frozen.rows) {
      const top = rows.start(row) - frozenHeight
      const bottom = rows.start(row + 1) + headerHeight - element.clientHeight
      if (element.scrollTop > top) element.scrollTop = top
      else if (element.scrollTop < bottom) element.scrollTop = bottom
    }
    if (col >= frozen.cols) {
      const left = cols.start(col) - frozenWidth
      const right = cols.start(col + 1) + headerWidth - element.clientWidth
      if (element.scrollLeft > left) element.scrollLeft = left
      else if (element.scrollLeft < right) element.scrollLeft = right
    }
    // Scrolling by hand does not scroll back to the selection.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected.top, selected.left, sheet.name])

  function cellUnder(event: PointerEvent): { row: number; col: number } | undefined {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return undefined
    const x = event.clientX - box.left - headerWidth
    const y = event.clientY - box.top - headerHeight
    if (x < 0 || y < 0) return undefined
    const col = cols.indexAt(x < frozenWidth ? x : x + view.left)
    const row = rows.indexAt(y < frozenHeight ? y : y + view.top)
    return { row, col }
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    const cell = cellUnder(event)
    if (!cell) return
    // The frame also contains the scroll bars.
    const box = event.currentTarget.getBoundingClientRect()
    if (event.clientX > box.left + view.width || event.clientY > box.top + view.height) return
    if (!event.shiftKey || !anchor.current) anchor.current = cell
    select(anchor.current, cell)
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1 || !anchor.current) return
    const cell = cellUnder(event)
    if (cell) select(anchor.current, cell)
  }

  function select(from: { row: number; col: number }, to: { row: number; col: number }) {
    const merge =
      from.row === to.row && from.col === to.col ? merges.find((range) => holds(range, to.row, to.col)) : undefined
    const corner = merge ? { row: merge.top, col: merge.left } : to
    const start = merge ? corner : from
    const next = {
      top: Math.min(start.row, corner.row),
      left: Math.min(start.col, corner.col),
      bottom: Math.max(start.row, corner.row),
      right: Math.max(start.col, corner.col),
    }
    if (rangeName(next) !== rangeName(selected)) onSelect(next)
  }

  function type(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor(view.height / sheet.rowHeight) - 2)
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-page, 0],
      PageDown: [page, 0],
    }
    if (event.key === 'Enter' && onEnter) {
      event.preventDefault()
      onEnter()
      return
    }
    const start = anchor.current ?? { row: selected.top, col: selected.left }
    const end = {
      row: start.row === selected.top ? selected.bottom : selected.top,
      col: start.col === selected.left ? selected.right : selected.left,
    }
    const move = moves[event.key]
    if (!move && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    const from = event.shiftKey ? end : { row: selected.top, col: selected.left }
    const to =
      event.key === 'Home'
        ? { row: event.ctrlKey ? 0 : from.row, col: 0 }
        : event.key === 'End'
          ? { row: event.ctrlKey ? sheet.rows - 1 : from.row, col: Math.max(0, sheet.cols - 1) }
          : {
              row: Math.min(rows.count - 1, Math.max(0, from.row + (move?.[0] ?? 0))),
              col: Math.min(cols.count - 1, Math.max(0, from.col + (move?.[1] ?? 0))),
            }
    if (!event.shiftKey) anchor.current = to
    else anchor.current = start
    select(anchor.current, to)
  }

  const parts = { rows, cols, merges, cellAt, marks, selected, showGridLines: sheet.showGridLines }
  const above: CellRange = { top: 0, bottom: frozen.rows - 1, left: inView.left, right: inView.right }
  const beside: CellRange = { top: inView.top, bottom: inView.bottom, left: 0, right: frozen.cols - 1 }
  const corner: CellRange = { top: 0, bottom: frozen.rows - 1, left: 0, right: frozen.cols - 1 }
  const active = cellAt(selected.top, selected.left)
  return (
    <>
      <div
        ref={frame}
        className={classes.frame}
        role="grid"
        aria-label={label}
        aria-readonly="true"
        aria-rowcount={rows.count}
        aria-colcount={cols.count}
        tabIndex={0}
        onPointerDown={press}
        onPointerMove={drag}
        onKeyDown={type}
      >
        <div
          className={classes.canvas}
          style={{
            gridTemplateColumns: `${headerWidth + frozenWidth}px ${cols.start(cols.count) - frozenWidth}px`,
            gridTemplateRows: `${headerHeight + frozenHeight}px ${rows.start(rows.count) - frozenHeight}px`,
          }}
        >
          <div className={classes.corner} data-frozen={frozen.cols > 0 || undefined}>
            <div className={classes.cornerBox} style={{ width: headerWidth, height: headerHeight }} />
            <ColumnHeads cols={cols} from={0} to={frozen.cols - 1} shift={-headerWidth} selected={selected} />
            <RowHeads rows={rows} from={0} to={frozen.rows - 1} shift={-headerHeight} selected={selected} />
            <Cells {...parts} range={corner} dx={-headerWidth} dy={-headerHeight} />
          </div>
          <div className={classes.top} data-frozen={frozen.rows > 0 || undefined}>
            <ColumnHeads cols={cols} from={inView.left} to={inView.right} shift={frozenWidth} selected={selected} />
            <Cells {...parts} range={above} dx={frozenWidth} dy={-headerHeight} />
          </div>
          <div className={classes.left} data-frozen={frozen.cols > 0 || undefined}>
            <RowHeads rows={rows} from={inView.top} to={inView.bottom} shift={frozenHeight} selected={selected} />
            <Cells {...parts} range={beside} dx={-headerWidth} dy={frozenHeight} />
          </div>
          <div className={classes.body}>
            <Cells {...parts} range={inView} dx={frozenWidth} dy={frozenHeight} />
          </div>
        </div>
      </div>
      <output className="visually-hidden" aria-live="polite">
        {rangeName(selected)} {active?.text ?? ''}
      </output>
    </>
  )
}

function ColumnHeads({
  cols,
  from,
  to,
  shift,
  selected,
}: {
  cols: SheetAxis
  from: number
  to: number
  shift: number
  selected: CellRange
}) {
  if (to < from) return null
  return (
    <div role="row" className={classes.heads}>
      {indexes(from, to).map((col) => {
        const width = cols.size(col)
        if (width === 0) return null
        return (
          <div
            key={col}
            role="columnheader"
            aria-colindex={col + 1}
            className={classes.columnHead}
            data-selected={(col >= selected.left && col <= selected.right) || undefined}
            style={{ left: cols.start(col) - shift, width, height: headerHeight }}
          >
            {columnName(col)}
          </div>
        )
      })}
    </div>
  )
}

function RowHeads({
  rows,
  from,
  to,
  shift,
  selected,
}: {
  rows: SheetAxis
  from: number
  to: number
  shift: number
  selected: CellRange
}) {
  return indexes(from, to).map((row) => {
    const height = rows.size(row)
    if (height === 0) return null
    return (
      <div key={row} role="row" aria-rowindex={row + 1} className={classes.heads}>
        <div
          role="rowheader"
          className={classes.rowHead}
          data-selected={(row >= selected.top && row <= selected.bottom) || undefined}
          style={{ top: rows.start(row) - shift, height, width: headerWidth }}
        >
          {row + 1}
        </div>
      </div>
    )
  })
}

interface CellsProps {
  readonly rows: SheetAxis
  readonly cols: SheetAxis
  readonly merges: readonly CellRange[]
  readonly cellAt: SheetGridProps['cellAt']
  readonly marks: readonly GridMark[]
  readonly selected: CellRange
  readonly showGridLines: boolean
  readonly range: CellRange
  /** Offset subtracted from the position on the sheet. */
  readonly dx: number
  readonly dy: number
}

function Cells({ rows, cols, merges, cellAt, marks, selected, showGridLines, range, dx, dy }: CellsProps) {
  if (range.bottom < range.top || range.right < range.left) return null
  const box = (area: CellRange) => {
    const left = cols.start(area.left)
    const top = rows.start(area.top)
    return {
      left: left - dx,
      top: top - dy,
      width: cols.start(area.right + 1) - left,
      height: rows.start(area.bottom + 1) - top,
    }
  }
  const overlapping = merges.filter((merge) => overlaps(merge, range))
  const lines: ReactNode[] = []
  if (showGridLines) {
    for (const col of indexes(range.left, range.right)) {
      lines.push(
        <i
          key={`c${col}`}
          className={classes.columnLine}
          style={{ ...edge(box({ ...range, left: col, right: col })) }}
        />,
      )
    }
    for (const row of indexes(range.top, range.bottom)) {
      const { top, left, width, height } = box({ ...range, top: row, bottom: row })
      lines.push(<i key={`r${row}`} className={classes.rowLine} style={{ left, width, top: top + height - 1 }} />)
    }
  }
  return (
    <>
      {lines}
      {indexes(range.top, range.bottom).map((row) => {
        if (rows.size(row) === 0) return null
        const cells = indexes(range.left, range.right).flatMap((col) => {
          const merge = overlapping.find((each) => holds(each, row, col))
          if (merge && (merge.top !== row || merge.left !== col)) return []
          const cell = cellAt(row, col)
          if (!cell || cols.size(col) === 0) return []
          const area = merge ?? { top: row, bottom: row, left: col, right: col }
          const reach = merge ? area : { ...area, ...reachOfText(cell, cols.count, cellAt) }
          const place = box(area)
          const isNumber = typeof cell.value === 'number'
          return [
            <div
              key={col}
              role="gridcell"
              aria-colindex={col + 1}
              className={classes.cell}
              data-kind={isNumber ? 'number' : undefined}
              data-comment={cell.comment === undefined ? undefined : true}
              title={[fullValue(cell), cell.comment].filter((each) => each !== undefined).join('\n') || undefined}
              style={{
                ...place,
                ...cellStyle(cell.look, cell.value),
                ...(isNumber ? { fontSize: fittedSize(cell.look, cell.text, place.width) } : {}),
              }}
            >
              {reach.right > area.right || reach.left < area.left ? (
                <span className={classes.overflowing} style={{ width: box(reach).width }}>
                  {cell.text}
                </span>
              ) : (
                <span className={classes.text}>{cell.text}</span>
              )}
            </div>,
          ]
        })
        return cells.length === 0 ? null : (
          <div key={row} role="row" aria-rowindex={row + 1} className={classes.heads}>
            {cells}
          </div>
        )
      })}
      {marks
        .filter((mark) => overlaps(mark.range, range))
        .map((mark) => (
          <div
            key={mark.id}
            className={classes.mark}
            data-tone={mark.tone}
            data-faint={mark.faint || undefined}
            style={box(mark.range)}
            aria-hidden="true"
          >
            {mark.label !== undefined && <span className={classes.markLabel}>{mark.label}</span>}
          </div>
        ))}
      {overlaps(selected, range) && <div className={classes.selection} style={box(selected)} aria-hidden="true" />}
    </>
  )
}

/** The right edge of a column, as a line. */
function edge({ left, top, width, height }: { left: number; top: number; width: number; height: number }) {
  return { left: left + width - 1, top, height }
}

/** The full value, if the cell shows less. */
function fullValue({ value, text }: GridCell): string | undefined {
  return typeof value === 'number' && String(value) !== text ? String(value) : undefined
}

const longestReach = 12

/** The columns that a text covers: it overflows into the empty cells beside it, away from the side it is aligned to. */
function reachOfText(cell: GridCell, count: number, cellAt: SheetGridProps['cellAt']): { left: number; right: number } {
  const { look, row, col } = cell
  const align = look?.align ?? 'left'
  if (typeof cell.value !== 'string' || look?.wrap) return { left: col, right: col }
  const isFree = (at: number) => at >= 0 && at < count && (cellAt(row, at)?.text ?? '') === ''
  let [left, right] = [col, col]
  if (align === 'left') while (right - col < longestReach && isFree(right + 1)) right++
  if (align === 'right') while (col - left < longestReach && isFree(left - 1)) left--
  return { left, right }
}

function overlaps(a: CellRange, b: CellRange): boolean {
  return a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left
}

function indexes(from: number, to: number): number[] {
  return to < from ? [] : Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
