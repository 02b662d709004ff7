import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { measures } from '../theme.ts'
import shared from './DataTable.module.css'
import { markHiddenColumns } from './mark-hidden-columns.ts'
import { SortHeading } from './SortHeading.tsx'
import classes from './VirtualGrid.module.css'

export interface GridColumn<Row> {
  readonly id: string
  readonly heading: string
  readonly headingHidden?: boolean
  readonly width: number
  /** Takes the remaining width. */
  readonly grows?: boolean
  readonly align?: 'end'
  readonly sortable?: boolean
  readonly renderCell: (row: Row) => ReactNode
}

export interface VirtualGridProps<Row> {
  readonly label: string
  /** Must be the same array as long as cells render the same. */
  readonly columns: readonly GridColumn<Row>[]
  readonly count: number
  /** Undefined for a row that is not yet loaded. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowId: (row: Row) => string
  /** The accessible name of a row's checkbox. */
  readonly rowName: (row: Row) => string
  /** The accessible name of the checkbox column. */
  readonly selectHeading: string
  readonly onRange: (from: number, to: number) => void
  /** A field name, with a leading - for descending. */
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selected: ReadonlyMap<string, Row>
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void
  readonly onOpen: (row: Row) => void
  /** Other keys on a row: Delete, F2 and the like. True if handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row) => boolean
}

/** A table of any length: only rows in view are rendered, all can be reached and selected with the keyboard. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { label, columns, count, rowAt, rowId, rowName, onRange, selected, onSelect, onOpen, onKey } = props
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => markHiddenColumns(frame.current), [])
  const [focused, setFocused] = useState(0)
  const moved = useRef(false)
  // This component is not memoised, so the library's values are never stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => measures.rowHeight,
    overscan: 10,
  })
  const inView = virtual.getVirtualItems()
  const from = inView[0]?.index ?? 0
  const to = inView.at(-1)?.index ?? 0
  useEffect(() => onRange(from, to), [from, to, onRange])
  const place = Math.min(focused, Math.max(0, count - 1))

  useEffect(() => {
    if (!moved.current) return
    // A distant row is rendered only after the grid has scrolled there.
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${place}"]`)
    if (row === null || row === undefined) return
    moved.current = false
    row.focus()
  })

  function move(index: number) {
    const next = Math.min(Math.max(index, 0), count - 1)
    moved.current = true
    virtual.scrollToIndex(next)
    setFocused(next)
  }

  function toggle(row: Row) {
    const next = new Map(selected)
    if (!next.delete(rowId(row))) next.set(rowId(row), row)
    onSelect(next)
  }

  /** Selects all loaded rows; the rest of a very long list is not known here. */
  function selectLoaded() {
    const loaded = Array.from({ length: count }, (_, index) => rowAt(index)).filter((row) => row !== undefined)
    onSelect(
      loaded.every((row) => selected.has(rowId(row))) ? new Map() : new Map(loaded.map((row) => [rowId(row), row])),
    )
  }

  function press(event: KeyboardEvent, row: Row | undefined, index: number) {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 15,
      PageUp: index - 15,
      Home: 0,
      End: count - 1,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (event.shiftKey && row !== undefined && !selected.has(rowId(row))) toggle(row)
      return move(step)
    }
    if (row === undefined || event.target !== event.currentTarget) return
    if (event.key === ' ') toggle(row)
    else if (event.key === 'Enter') onOpen(row)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selectLoaded()
    else if (onKey?.(event, row) !== true) return
    event.preventDefault()
  }

  function click(event: MouseEvent, row: Row, index: number) {
    // Buttons, boxes and links in a row handle their own events.
    if ((event.target as HTMLElement).closest('button, input, a, label') !== null) return
    setFocused(index)
    if (event.ctrlKey || event.metaKey) toggle(row)
    else onOpen(row)
  }

  const actions = useRef<RowActions<Row>>({ toggle, press, click })
  useLayoutEffect(() => {
    actions.current = { toggle, press, click }
  })

  return (
    <div ref={frame} className={`${shared.frame} ${classes.frame}`}>
      <table
        className={shared.table}
        // Rows can be selected, which a plain table cannot express.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable="true"
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, boxWidth) }}
      >
        <colgroup>
          <col style={{ width: boxWidth }} />
          {columns.map((column) => (
            <col key={column.id} style={column.grows ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead className={classes.head}>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span className="visually-hidden">{props.selectHeading}</span>
            </th>
            {columns.map((column) => (
              <SortHeading key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={inView[0]?.start ?? 0} columns={columns.length + 1} />
          {inView.map(({ index, key }) => {
            const row = rowAt(index)
            return (
              <GridRow
                key={key}
                row={row}
                index={index}
                name={row === undefined ? '' : rowName(row)}
                isSelected={row !== undefined && selected.has(rowId(row))}
                isPlace={index === place}
                columns={columns}
                actions={actions}
                onPlace={setFocused}
              />
            )
          })}
          <Spacer height={virtual.getTotalSize() - (inView.at(-1)?.end ?? 0)} columns={columns.length + 1} />
        </tbody>
      </table>
    </div>
  )
}

const boxWidth = 40

interface RowActions<Row> {
  readonly toggle: (row: Row) => void
  readonly press: (event: KeyboardEvent, row: Row | undefined, index: number) => void
  readonly click: (event: MouseEvent, row: Row, index: number) => void
}

interface GridRowProps<Row> {
  readonly row: Row | undefined
  readonly index: number
  readonly name: string
  readonly isSelected: boolean
  /** Whether the tab key reaches this row. */
  readonly isPlace: boolean
  readonly columns: readonly GridColumn<Row>[]
  /** The current actions of the grid, in a ref so that a change renders no rows. */
  readonly actions: RefObject<RowActions<Row>>
  readonly onPlace: (index: number) => void
}

function PlainGridRow<Row>({ row, index, name, isSelected, isPlace, columns, actions, onPlace }: GridRowProps<Row>) {
  return (
    <tr
      data-index={index}
      data-openable
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isPlace ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onPlace(index)}
      onKeyDown={(event) => actions.current.press(event, row, index)}
      onClick={(event) => row !== undefined && actions.current.click(event, row, index)}
    >
      <td>
        {row !== undefined && (
          <input
            type="checkbox"
            className={classes.box}
            tabIndex={-1}
            aria-label={name}
            checked={isSelected}
            onChange={() => actions.current.toggle(row)}
          />
        )}
      </td>
      {columns.map((column) => (
        <td key={column.id} data-align={column.align}>
          <div className={shared.cell}>
            {row === undefined ? <span className={classes.wait} /> : column.renderCell(row)}
          </div>
        </td>
      ))}
    </tr>
  )
}

/** Memoised: scrolling renders only the rows that come into view. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={classes.spacer} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} />
    </tr>
  )
}
