import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps {
  readonly title: string
  readonly actions?: ReactNode
  /** Text beside the title, such as that there is nothing yet. */
  readonly note?: string | undefined
  /** Without content the panel is one line. */
  readonly children?: ReactNode
}

/** A part of a page with a heading of its own. */
export function Panel({ title, actions, note, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={title} data-bare={children === undefined || undefined}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>{title}</h2>
          {note !== undefined && <span className={classes.note}>{note}</span>}
        </div>
        {actions}
      </header>
      {children !== undefined && <div className={classes.body}>{children}</div>}
    </section>
  )
}
