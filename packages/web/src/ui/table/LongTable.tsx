import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { measures } from '../theme.ts'
import type { Column } from './DataTable.tsx'
import shared from './DataTable.module.css'
import classes from './LongTable.module.css'
import { markHiddenColumns } from './mark-hidden-columns.ts'
import { TableCell } from './TableCell.tsx'

export interface LongTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string
}

/** Up to this many rows are all rendered; more scroll in a frame that renders only those in view. */
const shownAtOnce = 40

/** A dense read-only table of any length. */
export function LongTable<Row>({ label, columns, rows, rowKey }: LongTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => markHiddenColumns(frame.current), [])
  const scrolls = rows.length > shownAtOnce
  // This component is not memoised, so the library's values are never stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => measures.denseRowHeight,
    overscan: 12,
    enabled: scrolls,
  })
  const inView = virtual.getVirtualItems()
  const [first, last] = [inView[0], inView.at(-1)]
  const from = scrolls ? (first?.index ?? 0) : 0
  const to = scrolls ? (last?.index ?? -1) : rows.length - 1
  const least = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div ref={frame} className={`${shared.frame} ${classes.frame}`} data-scrolls={scrolls || undefined} tabIndex={0}>
      <table
        className={shared.table}
        style={{ minWidth: least }}
        data-dense
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.grows ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead className={classes.head}>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align}>
                <span className={column.headingHidden ? 'visually-hidden' : shared.heading}>{column.heading}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={scrolls ? (first?.start ?? 0) : 0} columns={columns.length} />
          {rows.slice(from, to + 1).map((row, offset) => (
            <tr
              key={rowKey(row, from + offset)}
              // Rows with wrapped text are higher than estimated.
              ref={scrolls ? virtual.measureElement : undefined}
              data-index={from + offset}
              aria-rowindex={from + offset + 2}
            >
              {columns.map((column) =>
                column.namesRow ? (
                  <th key={column.id} scope="row" data-align={column.align}>
                    <TableCell>{column.renderCell(row)}</TableCell>
                  </th>
                ) : (
                  <td key={column.id} data-align={column.align}>
                    <TableCell>{column.renderCell(row)}</TableCell>
                  </td>
                ),
              )}
            </tr>
          ))}
          <Spacer height={scrolls ? virtual.getTotalSize() - (last?.end ?? 0) : 0} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

/** Takes the space of the rows that are not rendered. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={classes.spacer} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} />
    </tr>
  )
}
