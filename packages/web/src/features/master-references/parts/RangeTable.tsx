import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import { isNumeric } from '../../../ui/input-text.ts'
import type { Line } from '../range-edits.ts'
import { FramedTable } from './FramedTable.tsx'

interface RangeTableProps {
  readonly label: string
  readonly columns: readonly ReferenceColumn[]
  readonly rows: readonly Line[]
}

/** The rows of a range, read-only. */
export function RangeTable({ label, columns, rows }: RangeTableProps) {
  return (
    <FramedTable label={label}>
      <thead>
        <tr>
          {columns.map(({ heading, type }) => (
            <th key={heading} scope="col" data-align={isNumeric(type) ? 'end' : undefined}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, cells }) => (
          <tr key={row}>
            {columns.map(({ heading, type }, i) => (
              <td key={heading} data-align={isNumeric(type) ? 'end' : undefined}>
                {cells[i]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}
