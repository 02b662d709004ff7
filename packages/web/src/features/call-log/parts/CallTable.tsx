import { callPageSize } from '@sheetwright/contract/call-log/call-record.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { ExactMoment } from '../../../ui/Moment.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { callerName } from '../caller-name.ts'
import { revisionName } from '../revision-name.ts'
import type { CallSummary } from '../queries.ts'

export interface CallTableProps {
  readonly calls: readonly CallSummary[] | undefined
  readonly oldestFirst: boolean
  readonly onOrderChange: (oldestFirst: boolean) => void
  readonly onOpen: (call: CallSummary) => void
  readonly empty: ReactNode
}

export function CallTable({ calls, oldestFirst, onOrderChange, onOpen, empty }: CallTableProps) {
  const text = useText()
  const intl = useIntl()
  const sizes = useSizes()
  const columns: Column<CallSummary>[] = [
    {
      id: 'timestamp',
      heading: text('Calls.at'),
      width: 190,
      sortable: true,
      namesRow: true,
      renderCell: ({ timestamp }) => <ExactMoment value={timestamp} />,
    },
    {
      id: 'outcome',
      heading: text('Calls.outcome'),
      width: 90,
      renderCell: ({ hasErrors }) => (
        <StatusChip tone={hasErrors ? 'fail' : 'pass'} icon={hasErrors ? <IconX /> : <IconCheck />}>
          {text(hasErrors ? 'Calls.failed' : 'Calls.succeeded')}
        </StatusChip>
      ),
    },
    {
      id: 'revision',
      heading: text('Version.revision'),
      width: 84,
      renderCell: (call) => <span className="mono">{revisionName(text, call)}</span>,
    },
    {
      id: 'caller',
      heading: text('Calls.caller'),
      width: 116,
      grows: true,
      renderCell: (call) => <span>{callerName(text, call)}</span>,
    },
    {
      id: 'purpose',
      heading: text('Calls.purpose'),
      width: 122,
      renderCell: ({ purpose }) => <span>{purpose}</span>,
    },
    {
      id: 'records',
      heading: text('Calls.records'),
      width: 72,
      align: 'end',
      renderCell: ({ records }) => <span className="mono">{intl.formatNumber(records)}</span>,
    },
    {
      id: 'millis',
      heading: text('Calls.time'),
      width: 96,
      align: 'end',
      renderCell: ({ millis }) => <span className="mono">{sizes.millis(millis)}</span>,
    },
  ]
  return (
    <DataTable
      id="calls"
      label={text('Calls.title')}
      columns={columns}
      rows={calls}
      rowKey={({ id }) => id}
      skeletonRows={callPageSize / 2}
      dense
      sort={{ field: 'timestamp', direction: oldestFirst ? 'asc' : 'desc' }}
      onSortChange={(sort) => onOrderChange(sort?.direction === 'asc' || (sort === null && !oldestFirst))}
      onOpen={onOpen}
      empty={empty}
    />
  )
}
