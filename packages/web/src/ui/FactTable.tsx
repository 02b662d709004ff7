import type { ReactNode } from 'react'
import classes from './FactTable.module.css'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values, one pair per row. */
export function FactTable({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.name}>
            <th scope="row">{fact.name}</th>
            <td>{fact.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
