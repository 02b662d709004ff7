import type { ConfigurationDifference } from '@sheetwright/contract/configuration/configuration-file.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { LongTable } from '../../../ui/table/LongTable.tsx'

export interface DifferencesProps {
  readonly label: string
  readonly differences: readonly ConfigurationDifference[]
}

/** Settings that differ, each with its current and new value. */
export function Differences({ label, differences }: DifferencesProps) {
  const text = useText()
  const value = (of: string | null) => <span className="mono">{of ?? '–'}</span>
  return (
    <LongTable
      label={label}
      rows={differences}
      rowKey={({ path }) => path}
      columns={[
        {
          id: 'path',
          heading: text('Configuration.setting'),
          width: 280,
          grows: true,
          namesRow: true,
          renderCell: ({ path }) => <span className="mono">{path}</span>,
        },
        { id: 'before', heading: text('Tests.before'), width: 280, renderCell: ({ before }) => value(before) },
        { id: 'after', heading: text('Tests.after'), width: 280, renderCell: ({ after }) => value(after) },
      ]}
    />
  )
}
