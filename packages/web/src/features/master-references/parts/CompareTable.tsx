import { FramedTable } from './FramedTable.tsx'

interface CompareTableProps {
  readonly label: string
  readonly headings: { readonly name: string; readonly left: string; readonly right: string }
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly left: string
    readonly right: string
  }[]
}

/** Values side by side. */
export function CompareTable({ label, headings, rows }: CompareTableProps) {
  return (
    <FramedTable label={label}>
      <thead>
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col" data-align="end">
            {headings.left}
          </th>
          <th scope="col" data-align="end">
            {headings.right}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, left, right }) => (
          <tr key={key}>
            <td>{name}</td>
            <td data-align="end">{left}</td>
            <td data-align="end">{right}</td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}
