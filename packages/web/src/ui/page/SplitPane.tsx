import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import classes from './SplitPane.module.css'

const range = { least: 25, most: 75, step: 2 } as const

export interface SplitPaneProps {
  /** The accessible name of the bar between the two sides. */
  readonly label: string
  readonly start: ReactNode
  readonly end: ReactNode
}

/** Two sides with a movable bar between them, by pointer or arrow keys; stacked on small screens. */
export function SplitPane({ label, start, end }: SplitPaneProps) {
  const [share, setShare] = useState(50)
  const [dragging, setDragging] = useState(false)

  function change(next: number) {
    setShare(Math.min(Math.max(next, range.least), range.most))
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect()
    if (dragging && frame !== undefined) change(((event.clientX - frame.left) / frame.width) * 100)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    change(share + (event.key === 'ArrowRight' ? range.step : -range.step))
  }

  return (
    <div className={classes.frame}>
      <div className={classes.side} style={{ flexBasis: `${share}%` }}>
        {start}
      </div>
      <div
        // A movable separator is a control with a value; the hr element cannot be one.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuemin={range.least}
        aria-valuemax={range.most}
        aria-valuenow={Math.round(share)}
        tabIndex={0}
        className={classes.bar}
        data-dragging={dragging || undefined}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove={move}
        onPointerUp={() => setDragging(false)}
        onKeyDown={press}
      />
      <div className={classes.side} style={{ flexBasis: `${100 - share}%` }}>
        {end}
      </div>
    </div>
  )
}
