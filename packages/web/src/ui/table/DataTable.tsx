import { Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { ColumnResizer } from './ColumnResizer.tsx'
import { clampWidth, useColumnWidths } from './column-widths.ts'
import classes from './DataTable.module.css'
import { markHiddenColumns } from './mark-hidden-columns.ts'
import { cycleSort, type Sort } from './sort.ts'
import { TableCell } from './TableCell.tsx'

export interface Column<Row> {
  readonly id: string
  readonly heading: string
  /** Hides the heading visually, for columns of buttons. */
  readonly headingHidden?: boolean
  readonly renderCell: (row: Row) => ReactNode
  readonly width: number
  /** Takes the remaining width. One column should. */
  readonly grows?: boolean
  readonly sortable?: boolean
  readonly align?: 'end'
  /** The row header for screen readers. */
  readonly namesRow?: boolean
}

export interface DataTableProps<Row> {
  /** The storage key of the column widths. */
  readonly id: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while loading: skeleton rows of the same height are shown. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly skeletonRows: number
  readonly dense?: boolean
  readonly sort?: Sort | null
  readonly onSortChange?: (sort: Sort | null) => void
  /** Called on Enter and on a click on a row. */
  readonly onOpen?: (row: Row) => void
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode
}

/** The table of the product: three-state sorting, resizable columns, rows navigated with arrow keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowKey, skeletonRows, dense = false, onOpen } = props
  const [widths, setWidth] = useColumnWidths(id)
  const [activeIndex, setActiveIndex] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const lastFocused = useRef<string>(undefined)
  const focusable = Math.min(activeIndex, Math.max((rows?.length ?? 1) - 1, 0))

  // A removed row leaves the focus to the next one; it would be at the top of the page.
  useLayoutEffect(() => {
    if (rows === undefined || lastFocused.current === undefined) return
    if (rows.some((row) => rowKey(row) === lastFocused.current)) return
    lastFocused.current = undefined
    if (document.activeElement !== document.body) return
    body.current?.querySelectorAll<HTMLTableRowElement>('tr')[focusable]?.focus({ preventScroll: true })
  }, [rows, rowKey, focusable])

  if (rows !== undefined && rows.length === 0) return <div className={classes.empty}>{props.empty}</div>

  function moveFocus(event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row) {
    if (event.target !== event.currentTarget || rows === undefined) return
    const target = rowTarget(event.key, index, rows.length)
    if (target !== undefined) {
      event.preventDefault()
      setActiveIndex(target)
      body.current?.querySelectorAll<HTMLTableRowElement>('tr')[target]?.focus()
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault()
      onOpen(row)
    }
  }

  // Once the growing column has a set width, an empty column takes the remaining width, so that widths are exact.
  const filled = columns.every((column) => !column.grows || widths[column.id] !== undefined)
  const least = columns.reduce((sum, column) => sum + (widths[column.id] ?? column.width), 0)
  return (
    <div ref={markHiddenColumns} className={classes.frame}>
      <table
        className={classes.table}
        style={{ minWidth: least }}
        data-dense={dense || undefined}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <colgroup>
          {columns.map((column) => {
            const width = widths[column.id]
            const style = width === undefined && column.grows ? undefined : { width: width ?? column.width }
            return <col key={column.id} style={style} />
          })}
          {filled && <col />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadingCell
                key={column.id}
                column={column}
                sort={props.sort ?? null}
                onSortChange={props.onSortChange}
                onResize={(width) => setWidth(column.id, clampWidth(width))}
              />
            ))}
            {filled && <td aria-hidden="true" />}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} filled={filled} />
              ))
            : rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  tabIndex={index === focusable ? 0 : -1}
                  data-openable={onOpen !== undefined || undefined}
                  onFocus={() => {
                    setActiveIndex(index)
                    lastFocused.current = rowKey(row)
                  }}
                  onKeyDown={(event) => moveFocus(event, index, row)}
                  onClick={(event) => {
                    // A dialog opened from the row bubbles its events through React only, not through the DOM.
                    const inRow = event.target instanceof Node && event.currentTarget.contains(event.target)
                    if (inRow && !isControl(event.target)) onOpen?.(row)
                  }}
                >
                  {columns.map((column) => (
                    <BodyCell key={column.id} column={column} row={row} />
                  ))}
                  {filled && <td aria-hidden="true" />}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

function HeadingCell<Row>(props: {
  column: Column<Row>
  sort: Sort | null
  onSortChange: ((sort: Sort | null) => void) | undefined
  onResize: (width: number) => void
}) {
  const { column, sort, onSortChange, onResize } = props
  const text = useText()
  const direction = sort?.field === column.id ? sort.direction : undefined
  const ariaSort = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
  const sortable = column.sortable === true && onSortChange !== undefined
  return (
    <th
      scope="col"
      data-align={column.align}
      data-pinned={isPinned(column)}
      aria-sort={sortable ? ariaSort : undefined}
    >
      {sortable ? (
        <button type="button" className={classes.sort} onClick={() => onSortChange(cycleSort(sort, column.id))}>
          <span className={classes.heading}>{column.heading}</span>
          <SortSign direction={direction} />
        </button>
      ) : (
        <span className={column.headingHidden ? 'visually-hidden' : classes.heading}>{column.heading}</span>
      )}
      {column.headingHidden !== true && (
        <ColumnResizer label={text('Table.resize', { column: column.heading })} onResize={onResize} />
      )}
    </th>
  )
}

function SortSign({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'asc') return <IconArrowUp className={classes.sign} />
  if (direction === 'desc') return <IconArrowDown className={classes.sign} />
  return <IconArrowsSort className={classes.signIdle} />
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = <TableCell>{column.renderCell(row)}</TableCell>
  if (column.namesRow === true) {
    return (
      <th scope="row" data-align={column.align}>
        {content}
      </th>
    )
  }
  return (
    <td data-align={column.align} data-pinned={isPinned(column)}>
      {content}
    </td>
  )
}

/** Buttons at the end of rows stay in sight while the other columns scroll. */
function isPinned<Row>({ headingHidden, align }: Column<Row>): true | undefined {
  return headingHidden === true && align === 'end' ? true : undefined
}

function SkeletonRow<Row>({ columns, filled }: { columns: readonly Column<Row>[]; filled: boolean }) {
  return (
    <tr aria-hidden="true">
      {columns.map((column) => (
        <td key={column.id}>
          <Skeleton height="var(--sw-skeleton-line)" width={column.namesRow ? '55%' : '70%'} radius="sm" />
        </td>
      ))}
      {filled && <td aria-hidden="true" />}
    </tr>
  )
}

function rowTarget(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, [role="menu"]') !== null
}
