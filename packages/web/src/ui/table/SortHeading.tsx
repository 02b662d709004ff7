import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import shared from './DataTable.module.css'

interface HeadingColumn {
  readonly id: string
  readonly heading: string
  readonly headingHidden?: boolean
  readonly align?: 'end'
  readonly sortable?: boolean
}

export interface SortHeadingProps {
  readonly column: HeadingColumn
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** A column heading: ascending, then descending at the next click. */
export function SortHeading({ column, sort, onSort }: SortHeadingProps) {
  const { id, heading, headingHidden, align, sortable } = column
  if (sortable !== true) {
    return (
      <th scope="col" data-align={align}>
        <span className={headingHidden === true ? 'visually-hidden' : shared.heading}>{heading}</span>
      </th>
    )
  }
  const state = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none'
  const Sign = state === 'ascending' ? IconArrowUp : state === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <th scope="col" data-align={align} aria-sort={state}>
      <button type="button" className={shared.sort} onClick={() => onSort(state === 'ascending' ? `-${id}` : id)}>
        <span className={shared.heading}>{heading}</span>
        <Sign className={state === 'none' ? shared.signIdle : shared.sign} aria-hidden="true" />
      </button>
    </th>
  )
}
