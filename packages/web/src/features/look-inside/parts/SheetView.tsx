import type { Book } from '@sheetwright/contract/look-inside/sheet.ts'
import { Loader } from '@mantine/core'
import { IconEyeOff, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { type CellRange, rangeName, splitAddress } from '../../../ui/sheet/sheet-geometry.ts'
import { type GridMark, SheetGrid } from '../../../ui/sheet/SheetGrid.tsx'
import type { BookSource } from '../queries.ts'
import { type SheetCell, useSheetCells } from '../use-sheet-cells.ts'
import classes from './SheetView.module.css'

/** A frame around cells of any sheet. */
export interface BookMark extends Omit<GridMark, 'range'> {
  /** `Sheet1!B3:D9` */
  readonly cell: string
}

export interface SheetViewProps {
  readonly source: BookSource
  readonly book: Book
  /** `Sheet1!B3`, or `Sheet1!B3:D9` if a block is selected. */
  readonly address: string
  readonly marks: readonly BookMark[]
  readonly onAddress: (address: string) => void
  readonly onEnter?: (() => void) | undefined
  /** Content to the right of the formula bar. */
  readonly actions?: ReactNode
  /** Content beside the grid; it gets the loaded cells. */
  readonly renderAside?: (cellAt: (row: number, col: number) => SheetCell | undefined) => ReactNode
}

const firstCell: CellRange = { top: 0, left: 0, bottom: 0, right: 0 }

/** A workbook as its author sees it, read-only: formula bar, sheet, tabs. */
export function SheetView({ source, book, address, marks, onAddress, onEnter, actions, renderAside }: SheetViewProps) {
  const text = useText()
  const { sheet: wanted, range = firstCell } = splitAddress(address)
  const shown = book.sheets.filter(({ isWorksheet }) => isWorksheet)
  const sheet =
    shown.find(({ name }) => name === wanted) ?? shown.find(({ visibility }) => visibility === 'visible') ?? shown[0]
  const { cellAt, setView, failure, isLoading } = useSheetCells(source, sheet?.name ?? '', sheet?.frozen ?? null)
  if (!sheet) return <p>{text('Sheet.noSheets')}</p>
  const active = cellAt(range.top, range.left)
  const content = active?.formula ?? String(active?.value ?? '')
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={`mono ${classes.address}`}>{rangeName(range)}</span>
        <output className={`mono ${classes.formula}`} aria-label={text('Sheet.formula')} title={content}>
          {content}
        </output>
        {active?.comment !== undefined && (
          <span className={classes.comment} title={active.comment}>
            <IconMessage aria-label={text('Explain.comment')} /> {active.comment}
          </span>
        )}
        {isLoading && <Loader size="xs" aria-label={text('Loading.label')} />}
        {actions}
      </div>
      <div className={classes.middle} data-aside={renderAside !== undefined || undefined}>
        <div className={classes.grid}>
          {failure === null ? (
            <SheetGrid
              key={sheet.name}
              label={text('Sheet.label', { sheet: sheet.name })}
              sheet={sheet}
              cellAt={cellAt}
              marks={marks.flatMap((mark): GridMark[] => {
                const { sheet: name, range: area } = splitAddress(mark.cell)
                return name === sheet.name && area ? [{ ...mark, range: area }] : []
              })}
              selected={range}
              onSelect={(next) => onAddress(`${sheet.name}!${rangeName(next)}`)}
              onEnter={onEnter}
              onView={setView}
            />
          ) : (
            <FailureState error={failure} onRetry={() => setView((view) => ({ ...view }))} />
          )}
        </div>
        {renderAside?.(cellAt)}
      </div>
      <div className={classes.tabs} role="tablist" aria-label={text('Sheet.sheets')}>
        {shown.map(({ name, visibility }) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={name === sheet.name}
            onClick={() => onAddress(`${name}!A1`)}
          >
            {name}
            {visibility !== 'visible' && <IconEyeOff className={classes.hidden} aria-label={text('Sheet.hidden')} />}
          </button>
        ))}
      </div>
    </div>
  )
}
