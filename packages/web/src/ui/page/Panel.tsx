import type { ReactNode } from 'react'
import classes from './Panel.module.css'

/** A part of a page with a heading of its own. */
export function Panel({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {actions}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
