import { Anchor, Button, Progress, Text } from '@mantine/core'
import type { SyncEngine } from '@sheetwright/contract/master-references/sync-report.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useCancelJob } from '../../jobs/mutations.ts'
import { useJobs } from '../../jobs/queries.ts'
import { useSyncReport } from '../queries.ts'

/** A sync, during the run and afterwards: state, progress, and the outcome of each engine, failures first. */
export function SyncReport({ job: jobId }: { job: string }) {
  const text = useText()
  const job = useJobs().find(({ id }) => id === jobId)
  const isRunning = job?.status === 'Pending' || job?.status === 'InProgress'
  const report = useSyncReport(jobId, job !== undefined && !isRunning)
  const cancel = useCancelJob()
  if (report.isError) return <FailureState error={report.error} onRetry={() => void report.refetch()} />
  const { synced = 0, failed = 0, upToDate = 0, waiting = 0, engines } = report.data ?? {}
  const all = synced + failed + upToDate + waiting
  const order = ['Failed', 'Waiting', 'Synced', 'UpToDate']
  const columns: Column<SyncEngine>[] = [
    {
      id: 'engine',
      heading: text('Sync.engine'),
      width: 220,
      namesRow: true,
      renderCell: ({ productId, engineId, serviceName, productName }) => (
        <Anchor renderRoot={(props) => <Link {...props} to={`/products/${productId}/engines/${engineId}`} />}>
          <NameAndDetail name={serviceName} detail={productName} />
        </Anchor>
      ),
    },
    {
      id: 'state',
      heading: text('Master.state'),
      width: 150,
      renderCell: ({ state }) => <SyncStateChip state={state} />,
    },
    {
      id: 'what',
      heading: text('Sync.result'),
      width: 320,
      grows: true,
      renderCell: ({ outcome }) => {
        if (outcome === null) return ''
        if (outcome.failure !== null) return outcome.failure
        if (outcome.revision === null) return ''
        const made = text(outcome.published ? 'Sync.madePublished' : 'Sync.made', {
          revision: outcome.revision,
          outputs: outcome.effect?.outputs.length ?? 0,
          compared: outcome.parity?.compared ?? 0,
          different: outcome.parity?.different ?? 0,
        })
        return outcome.notPublished === null ? made : `${made} ${outcome.notPublished}`
      },
    },
  ]
  return (
    <Panel
      title={text('Sync.title', { name: report.data?.serviceName ?? '', revision: report.data?.revision ?? '' })}
      actions={
        job !== undefined &&
        isRunning && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlayerStop />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job)}
          >
            {text('Sync.cancel')}
          </Button>
        )
      }
    >
      <Text size="sm" mb="sm" component="output">
        {text('Sync.counts', { synced, failed, upToDate, waiting })}
      </Text>
      <Progress value={all === 0 ? 100 : ((all - waiting) / all) * 100} aria-label={text('Sync.progress')} mb="md" />
      <DataTable
        id="sync-engines"
        label={text('Sync.result')}
        columns={columns}
        rows={engines?.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))}
        rowKey={({ engineId }) => engineId}
        skeletonRows={3}
        empty={<Text size="sm">{text('Sync.nothing')}</Text>}
      />
    </Panel>
  )
}

function SyncStateChip({ state }: { state: SyncEngine['state'] }) {
  const text = useText()
  switch (state) {
    case 'Failed':
      return (
        <StatusChip tone="fail" icon={<IconAlertTriangle />}>
          {text('Sync.failed')}
        </StatusChip>
      )
    case 'Waiting':
      return (
        <StatusChip tone="neutral" icon={<IconClock />}>
          {text('Sync.waiting')}
        </StatusChip>
      )
    default:
      return (
        <StatusChip tone="pass" icon={<IconCheck />}>
          {text(state === 'Synced' ? 'Sync.synced' : 'Sync.upToDate')}
        </StatusChip>
      )
  }
}
