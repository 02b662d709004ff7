import type { ReactNode } from 'react'
import { markHiddenColumns } from '../../../ui/table/mark-hidden-columns.ts'
import classes from './FramedTable.module.css'

/** A plain table that scrolls in its own frame, with sticky headings. Cells with `data-align="end"` hold numbers. */
export function FramedTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A scrolling region must be reachable with the keyboard.
    <section ref={markHiddenColumns} className={classes.frame} aria-label={label} tabIndex={0}>
      <table className={classes.table}>{children}</table>
    </section>
  )
}
