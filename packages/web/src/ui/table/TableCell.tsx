import type { MouseEvent, ReactNode } from 'react'
import classes from './DataTable.module.css'

/** The content of a cell on one line. If it is cut, the pointer shows it whole. */
export function TableCell({ children }: { readonly children: ReactNode }) {
  const isPlain = typeof children === 'string' || typeof children === 'number'
  return (
    <div className={classes.cell} onMouseEnter={showWhole}>
      {isPlain ? <span>{children}</span> : children}
    </div>
  )
}

function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>) {
  const isCut = [...cell.querySelectorAll('*')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  // Parts with a title of their own say more.
  if (isCut && cell.querySelector('[title]') === null) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
