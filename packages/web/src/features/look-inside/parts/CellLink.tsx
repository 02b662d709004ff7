import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useInsidePaths } from '../inside-path.ts'
import classes from './CellLink.module.css'

export interface CellLinkProps {
  readonly engine: Pick<Engine, 'id' | 'productId'>
  /** `Sheet1!B3` or a range. */
  readonly cell: string
  /** Set if it is not the version of the page. */
  readonly version?: string | undefined
}

/** A cell address that opens the sheet there, in the version of the page. */
export function CellLink({ engine, cell, version }: CellLinkProps) {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const paths = useInsidePaths()
  const shown = version ?? search['version']
  return (
    <Link
      to={paths.inside(engine, 'sheet')}
      search={{ cell, ...(shown === undefined ? {} : { version: shown }) }}
      className={`mono ${classes.link}`}
      title={cell}
    >
      {cell}
    </Link>
  )
}
