import { Anchor } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { type NotableCall, type UsageRange, useNotableCalls } from '../queries.ts'

/** The slowest calls and the latest failures, each linked to its details. */
export function NotablePanel({ range }: { range: UsageRange }) {
  const text = useText()
  const calls = useNotableCalls(range)
  if (calls.isError) return <FailureState error={calls.error} onRetry={() => void calls.refetch()} />
  return (
    <>
      <CallPanel id="insights-slowest" title={text('Insights.slowest')} rows={calls.data?.slowest} />
      <CallPanel id="insights-failing" title={text('Insights.failing')} rows={calls.data?.failing} />
    </>
  )
}

interface CallPanelProps {
  readonly id: string
  readonly title: string
  readonly rows: readonly NotableCall[] | undefined
}

function CallPanel({ id, title, rows }: CallPanelProps) {
  const text = useText()
  const home = useProductHome()
  const intl = useIntl()
  const columns: Column<NotableCall>[] = [
    {
      id: 'at',
      heading: text('Insights.at'),
      width: 184,
      namesRow: true,
      renderCell: ({ at, id: call, productId, engineId }) => (
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to={`${home(productId)}/engines/${engineId}/history`} search={{ call }} />
          )}
        >
          <AbsoluteMoment value={at} />
        </Anchor>
      ),
    },
    {
      id: 'engine',
      heading: text('Insights.engine'),
      width: 180,
      grows: true,
      renderCell: ({ serviceName }) => serviceName,
    },
    { id: 'version', heading: text('Insights.version'), width: 90, renderCell: ({ revision }) => revision ?? '–' },
    { id: 'caller', heading: text('Insights.caller'), width: 160, renderCell: ({ caller }) => caller || '–' },
    { id: 'purpose', heading: text('Insights.purpose'), width: 130, renderCell: ({ purpose }) => purpose || '–' },
    {
      id: 'records',
      heading: text('Insights.records'),
      width: 100,
      align: 'end',
      renderCell: ({ records }) => intl.formatNumber(records),
    },
    {
      id: 'millis',
      heading: text('Insights.duration'),
      width: 110,
      align: 'end',
      renderCell: ({ millis }) =>
        text('Insights.millis', { value: intl.formatNumber(millis, { maximumSignificantDigits: 4 }) }),
    },
  ]
  return (
    <Panel title={title}>
      <DataTable
        id={id}
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(call) => call.id}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={<IconMoodCheck />}
            title={text('Insights.noneOfThese')}
            text={text('Insights.noneOfTheseText')}
          />
        }
      />
    </Panel>
  )
}
