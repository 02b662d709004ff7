import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { columnWidth } from './column-widths.ts'
import classes from './DataTable.module.css'

const keyStep = 16

/** The resize handle of a heading: drag it, or focus it and use the arrow keys. */
export function ColumnResizer({ label, onResize }: { label: string; onResize: (width: number) => void }) {
  const [start, setStart] = useState<{ x: number; width: number }>()
  const [width, setWidth] = useState<number>()

  function begin(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart({ x: event.clientX, width: widthOf(event.currentTarget) })
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    if (start === undefined) return
    change(start.width + event.clientX - start.x)
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    change(widthOf(event.currentTarget) + (event.key === 'ArrowRight' ? keyStep : -keyStep))
  }

  function change(next: number) {
    setWidth(next)
    onResize(next)
  }

  return (
    // A movable separator is a control with a value; the hr element cannot be one.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={columnWidth.min}
      aria-valuemax={columnWidth.max}
      aria-valuenow={Math.round(width ?? columnWidth.min)}
      tabIndex={0}
      className={classes.resizer}
      data-dragging={start !== undefined || undefined}
      onFocus={(event) => setWidth(widthOf(event.currentTarget))}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => setStart(undefined)}
      onKeyDown={press}
    />
  )
}

function widthOf(resizer: Element): number {
  return resizer.closest('th')?.getBoundingClientRect().width ?? columnWidth.min
}
