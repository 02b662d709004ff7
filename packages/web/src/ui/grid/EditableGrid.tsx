import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef, useState } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { markHiddenColumns } from '../table/mark-hidden-columns.ts'
import classes from './EditableGrid.module.css'
import { parseClipboard, pasted, writeClipboard } from './grid-text.ts'

export interface GridColumn {
  readonly heading: string
  readonly align?: 'end'
  /** Whether a text is valid in the column; an empty one always is. */
  readonly accepts: (text: string) => boolean
  /** A shorter text for a cell that is not being edited. */
  readonly shorten?: (text: string) => string
}

export interface EditableGridProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly maxRows: number
  /** The limit is of one paste only, so it is not told. */
  readonly isOpenEnded?: boolean
  /** The number of the first row; 1 unless given. */
  readonly numberFrom?: number
  /** Read-only: cells can be navigated and copied, but not changed. */
  readonly readOnly?: boolean
  readonly onChange: (rows: string[][]) => void
}

interface Place {
  readonly row: number
  readonly col: number
}

/** A small spreadsheet: arrow keys, typing, copying to and pasting from a real one. One cell is edited at a time. */
export function EditableGrid(props: EditableGridProps) {
  const { label, columns, rows, maxRows, numberFrom = 1, readOnly = false, onChange } = props
  const text = useText()
  const [active, setActive] = useState<Place>({ row: 0, col: 0 })
  const [draft, setDraft] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const current = {
    row: Math.min(active.row, Math.max(rows.length - 1, 0)),
    col: Math.min(active.col, Math.max(columns.length - 1, 0)),
  }

  function go(place: Place) {
    const row = Math.max(0, Math.min(place.row, rows.length - 1))
    const col = Math.max(0, Math.min(place.col, columns.length - 1))
    setActive({ row, col })
    cellAt({ row, col })?.focus()
  }

  function cellAt({ row, col }: Place): HTMLElement | null | undefined {
    return table.current?.querySelector<HTMLElement>(`[data-cell="${row}/${col}"]`)
  }

  function put(place: Place, value: string) {
    if (value === (rows[place.row]?.[place.col] ?? '')) return
    onChange(pasted(rows, place, [[value]], { columns: columns.length, maxRows }))
  }

  function leaveCell() {
    if (draft !== undefined) put(current, draft)
    setDraft(undefined)
  }

  function finish(next: Place) {
    leaveCell()
    // The cell to focus is rendered only after the edited one is gone.
    requestAnimationFrame(() => go(next))
  }

  function press(event: KeyboardEvent<HTMLTableElement>) {
    const { row, col } = current
    if (draft !== undefined) return pressEditing(event)
    // The button that removes a row has its own keys.
    if (event.target instanceof HTMLButtonElement) return
    const moves: Partial<Record<string, Place>> = {
      ArrowUp: { row: row - 1, col },
      ArrowDown: { row: row + 1, col },
      ArrowLeft: { row, col: col - 1 },
      ArrowRight: { row, col: col + 1 },
      Home: { row: event.ctrlKey ? 0 : row, col: 0 },
      End: { row: event.ctrlKey ? rows.length - 1 : row, col: columns.length - 1 },
      PageUp: { row: row - 10, col },
      PageDown: { row: row + 10, col },
    }
    const move = moves[event.key]
    if (move !== undefined) go(move)
    else if (readOnly || isRun(event)) return
    else if (event.key === 'Enter' || event.key === 'F2') setDraft(rows[row]?.[col] ?? '')
    else if (event.key === 'Delete' || event.key === 'Backspace') put(current, '')
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) setDraft(event.key)
    else return
    event.preventDefault()
  }

  function pressEditing(event: KeyboardEvent<HTMLTableElement>) {
    const { row, col } = current
    if (event.nativeEvent.isComposing) return
    if (isRun(event)) finish(current)
    else if (event.key === 'Enter') finish({ row: row + 1, col })
    else if (event.key === 'Tab') finish({ row, col: col + (event.shiftKey ? -1 : 1) })
    else if (event.key === 'Escape') {
      setDraft(undefined)
      requestAnimationFrame(() => go(current))
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  function paste(event: ClipboardEvent) {
    if (draft !== undefined || readOnly) return
    event.preventDefault()
    const block = parseClipboard(event.clipboardData.getData('text/plain'))
    onChange(pasted(rows, current, block, { columns: columns.length, maxRows }))
  }

  function copy(event: ClipboardEvent) {
    if (draft !== undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeClipboard([[rows[current.row]?.[current.col] ?? '']]))
  }

  function addRow() {
    onChange([...rows.map((row) => [...row]), columns.map(() => '')])
    requestAnimationFrame(() => cellAt({ row: rows.length, col: 0 })?.focus())
  }

  function removeRow(target: Element) {
    const index = target.closest('[data-remove]')?.getAttribute('data-remove')
    if (index == null) return
    onChange(rows.filter((_, row) => row !== Number(index)).map((row) => [...row]))
    // The button may be gone with its row; the next row, or the one before, takes the focus.
    requestAnimationFrame(() => {
      const row = Math.max(0, Math.min(Number(index), rows.length - 2))
      ;(cellAt({ row, col: current.col }) ?? addButton.current)?.focus()
    })
  }

  function activate(target: Element) {
    const [row, col] = target.closest('[data-cell]')?.getAttribute('data-cell')?.split('/').map(Number) ?? []
    if (row !== undefined && col !== undefined) setActive({ row, col })
  }

  return (
    <div className={classes.root}>
      <div ref={markHiddenColumns} className={classes.scroll}>
        <table
          ref={table}
          className={classes.grid}
          // A table is also the right element for an editable grid.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          // Rows are memoised, so the table handles their events.
          onClick={(event) => removeRow(event.target as Element)}
          onFocus={(event) => activate(event.target)}
          onDoubleClick={() => readOnly || setDraft(rows[current.row]?.[current.col] ?? '')}
          onKeyDown={press}
          onPaste={paste}
          onCopy={copy}
        >
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                <span className="visually-hidden">{text('Grid.row')}</span>
              </th>
              {columns.map(({ heading, align }) => (
                <th key={heading} scope="col" data-align={align}>
                  {heading}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{text('Grid.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <GridRow
                // Rows have no id, only their index.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                index={index}
                number={numberFrom + index}
                row={row}
                columns={columns}
                activeCol={index === current.row ? current.col : undefined}
                draft={index === current.row ? draft : undefined}
                onEdit={setDraft}
                onLeave={leaveCell}
                removeLabel={readOnly ? undefined : text('Grid.remove', { row: numberFrom + index })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.foot} hidden={readOnly}>
        <Button
          ref={addButton}
          size="xs"
          variant="default"
          leftSection={<IconPlus />}
          onClick={addRow}
          disabled={rows.length >= maxRows}
        >
          {text('Grid.add')}
        </Button>
        <span className={classes.count}>
          {props.isOpenEnded
            ? text('Port.rows', { count: rows.length })
            : text('Grid.count', { count: rows.length, most: maxRows })}
        </span>
      </div>
    </div>
  )
}

/** Ctrl-Enter runs what the page computes, with the cell as it is. */
function isRun({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey)
}

interface GridRowProps {
  readonly index: number
  readonly number: number
  readonly row: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly activeCol: number | undefined
  readonly draft: string | undefined
  readonly onEdit: (draft: string) => void
  readonly onLeave: () => void
  readonly removeLabel: string | undefined
}

/** Memoised: a table of hundreds of rows stays fast. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, number, row, columns, activeCol, draft, onEdit, onLeave, removeLabel } = props
  return (
    <tr>
      <th scope="row" className={classes.number}>
        {number}
      </th>
      {columns.map(({ heading, align, accepts, shorten }, col) => {
        const value = row[col] ?? ''
        const editing = col === activeCol && draft !== undefined
        return (
          <td
            key={heading}
            data-cell={`${index}/${col}`}
            data-align={align}
            aria-invalid={value !== '' && !accepts(value)}
            tabIndex={col === activeCol ? 0 : -1}
          >
            {editing ? (
              <input
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                aria-label={heading}
                value={draft}
                onChange={(event) => onEdit(event.target.value)}
                onBlur={onLeave}
              />
            ) : (
              (shorten?.(value) ?? value)
            )}
          </td>
        )
      })}
      <td className={classes.actions}>
        {removeLabel !== undefined && (
          <Tooltip label={removeLabel}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={removeLabel}
              data-remove={index}
              // The tab key leads to that of the current row only: there may be hundreds.
              tabIndex={activeCol === undefined ? -1 : 0}
            >
              <IconTrash />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  )
}, sameRow)

function sameRow(before: GridRowProps, after: GridRowProps): boolean {
  return (
    before.activeCol === undefined &&
    after.activeCol === undefined &&
    before.draft === after.draft &&
    before.columns === after.columns &&
    before.number === after.number &&
    before.index === after.index &&
    before.removeLabel === after.removeLabel &&
    before.row.length === after.row.length &&
    before.row.every((value, col) => value === after.row[col])
  )
}
