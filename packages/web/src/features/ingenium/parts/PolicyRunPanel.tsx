import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import type { LogRequest, PolicyLogLine, PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { IconBan, IconDownload, IconSearchOff, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useCancelPolicies, useSavePolicyFile } from '../mutations.ts'
import { isRunning, usePolicyLog, usePolicyRun } from '../queries.ts'
import { PolicyRunChip } from './PolicyRunChip.tsx'

/** One run of an extract, during the run and afterwards. */
export function PolicyRunPanel({ id, onClear }: { id: string; onClear: () => void }) {
  const text = useText()
  const serverText = useServerText()
  const run = usePolicyRun(id)
  const cancel = useCancelPolicies()
  const save = useSavePolicyFile()
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  if (run.isPending) return <LoadingBlock />
  const { taskQueue, read, written, rejected, recordsPerSecond, secondsLeft, failureReason, hasFiles } = run.data
  return (
    <Panel
      title={text('Policies.runOf', { file: run.data.fileName })}
      actions={
        <Group gap="sm">
          <PolicyRunChip {...taskQueue} />
          {isRunning(run.data) ? (
            <Button
              variant="default"
              leftSection={<IconBan />}
              loading={cancel.isPending}
              onClick={() => cancel.mutate(run.data)}
            >
              {text('Dialog.cancel')}
            </Button>
          ) : (
            <Button variant="default" leftSection={<IconX />} onClick={onClear}>
              {text('DataLoad.clear')}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <Progress
          value={taskQueue.progress}
          color={taskQueue.status === 'FAILED' ? 'red' : ''}
          aria-label={text('Policies.progress')}
        />
        {failureReason !== null && <Alert color="red">{serverText(failureReason)}</Alert>}
        <Group gap="xl">
          <Text>{text('Policies.totals', { read, written, rejected })}</Text>
          {recordsPerSecond !== null && (
            <Text c="dimmed">{text('Policies.rate', { rate: Math.round(recordsPerSecond) })}</Text>
          )}
          {secondsLeft !== null && <Text c="dimmed">{text('Policies.left', { seconds: Math.ceil(secondsLeft) })}</Text>}
        </Group>
        {hasFiles && (
          <Group gap="sm">
            <Button leftSection={<IconDownload />} onClick={() => save.mutate({ run: id, part: 'result' })}>
              {text('Policies.result')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload />}
              onClick={() => save.mutate({ run: id, part: 'rejects' })}
            >
              {text('Policies.rejects')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload />}
              onClick={() => save.mutate({ run: id, part: 'log' })}
            >
              {text('Policies.log')}
            </Button>
          </Group>
        )}
        <Log run={run.data} />
      </Stack>
    </Panel>
  )
}

const pageSize = 50

function Log({ run }: { run: PolicyRun }) {
  const text = useText()
  const serverText = useServerText()
  const [asked, setAsked] = useState<Pick<LogRequest, 'status' | 'search' | 'page'>>({
    status: null,
    search: '',
    page: 1,
  })
  const log = usePolicyLog({ run: run.id, pageSize, ...asked }, run.read)
  if (log.isError) return <FailureState error={log.error} onRetry={() => void log.refetch()} />
  const columns: Column<PolicyLogLine>[] = [
    { id: 'record', heading: text('Policies.record'), width: 100, align: 'end', renderCell: ({ record }) => record },
    { id: 'line', heading: text('Policies.line'), width: 100, align: 'end', renderCell: ({ line }) => line },
    { id: 'key', heading: text('Policies.key'), width: 180, namesRow: true, renderCell: ({ key }) => key },
    {
      id: 'status',
      heading: text('DataLoad.state'),
      width: 120,
      renderCell: ({ status }) => text(status === 'written' ? 'Policies.written' : 'Policies.rejected'),
    },
    {
      id: 'message',
      heading: text('Policies.reason'),
      width: 300,
      grows: true,
      renderCell: ({ message }) => serverText(message),
    },
  ]
  return (
    <section aria-label={text('Policies.log')}>
      <FilterBar
        searchLabel={text('Policies.searchLog')}
        search={asked.search}
        onSearch={(search) => setAsked({ ...asked, search, page: 1 })}
        views={
          <SegmentedControl
            aria-label={text('DataLoad.state')}
            value={asked.status ?? 'all'}
            onChange={(status) => setAsked({ ...asked, page: 1, status: status === 'all' ? null : status })}
            data={[
              { value: 'all', label: text('Policies.all') },
              { value: 'written', label: text('Policies.written') },
              { value: 'rejected', label: text('Policies.rejected') },
            ]}
          />
        }
      />
      <DataTable
        id="policy-log"
        label={text('Policies.log')}
        dense
        columns={columns}
        rows={log.data?.ingeniumLogs}
        rowKey={({ record }) => String(record)}
        skeletonRows={5}
        empty={
          <EmptyState icon={<IconSearchOff />} title={text('Policies.noLog')} text={text('Policies.noLog.text')} />
        }
      />
      <Pager
        page={asked.page}
        pageSize={pageSize}
        count={log.data?.total ?? 0}
        onChange={(page) => setAsked({ ...asked, page })}
      />
    </section>
  )
}
