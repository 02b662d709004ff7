import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { PortfolioError, PortfolioFile, PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { IconBan, IconDownload, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useCancelPortfolio, useSavePortfolioFile, useStartPortfolio } from '../mutations.ts'
import { isRunning, usePortfolioRun } from '../queries.ts'
import { PortfolioFit } from './PortfolioFit.tsx'
import { PortfolioStatusChip } from './PortfolioStatusChip.tsx'

/** One run of a portfolio: before, during and after it. */
export function PortfolioPanel({ id, onClear }: { id: string; onClear: () => void }) {
  const text = useText()
  const serverText = useServerText()
  const run = usePortfolioRun(id)
  const start = useStartPortfolio()
  const cancel = useCancelPortfolio()
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  if (run.isPending) return <LoadingBlock />
  const { status, failureReason, firstErrors } = run.data
  const isChecked = status === 'Checked'
  return (
    <Panel
      title={text('Portfolio.runOf', { file: run.data.fileName, revision: run.data.revision })}
      actions={
        <Group gap="sm">
          <PortfolioStatusChip status={status} />
          {isChecked && (
            <Button leftSection={<IconPlayerPlay />} loading={start.isPending} onClick={() => start.mutate(id)}>
              {text('Portfolio.start')}
            </Button>
          )}
          {isRunning(run.data) ? (
            <Button
              variant="default"
              leftSection={<IconBan />}
              loading={cancel.isPending}
              onClick={() => cancel.mutate(id)}
            >
              {text('Dialog.cancel')}
            </Button>
          ) : (
            <Button variant="default" leftSection={<IconX />} onClick={onClear}>
              {text(isChecked ? 'Portfolio.other' : 'DataLoad.clear')}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {failureReason !== null && <Alert color="red">{serverText(failureReason)}</Alert>}
        {!isChecked && <Figures run={run.data} />}
        {run.data.hasFiles && <Downloads run={run.data} />}
        {firstErrors.length > 0 && <Errors errors={firstErrors} />}
        <PortfolioFit fit={run.data.fit} />
      </Stack>
    </Panel>
  )
}

function Figures({ run }: { run: PortfolioRun }) {
  const text = useText()
  const { records, refused, withErrors, recordsPerSecond, secondsLeft, progress, status } = run
  return (
    <>
      <Progress value={progress} color={status === 'Fail' ? 'red' : ''} aria-label={text('Portfolio.progress')} />
      <Group gap="xl" aria-live="polite">
        <Text>{text('Portfolio.totals', { records, refused, errors: withErrors })}</Text>
        {recordsPerSecond !== null && (
          <Text c="dimmed">{text('Policies.rate', { rate: Math.round(recordsPerSecond) })}</Text>
        )}
        {secondsLeft !== null && <Text c="dimmed">{text('Policies.left', { seconds: Math.ceil(secondsLeft) })}</Text>}
      </Group>
    </>
  )
}

const files: readonly (readonly [PortfolioFile, MessageId])[] = [
  ['parquet', 'Portfolio.parquet'],
  ['csv', 'Portfolio.csv'],
  ['errors', 'Portfolio.errorFile'],
]

function Downloads({ run: { id, expiresAt, refused, withErrors } }: { run: PortfolioRun }) {
  const text = useText()
  const save = useSavePortfolioFile()
  return (
    <Group gap="sm">
      {files
        .filter(([part]) => part !== 'errors' || refused + withErrors > 0)
        .map(([part, name]) => (
          <Button
            key={part}
            variant={part === 'parquet' ? 'filled' : 'default'}
            leftSection={<IconDownload />}
            onClick={() => save.mutate({ run: id, part })}
          >
            {text(name)}
          </Button>
        ))}
      {expiresAt !== null && (
        <Text size="sm" c="dimmed">
          {text('Portfolio.until')} <AbsoluteMoment value={expiresAt} />
        </Text>
      )}
    </Group>
  )
}

function Errors({ errors }: { errors: readonly PortfolioError[] }) {
  const text = useText()
  const serverText = useServerText()
  const columns: Column<PortfolioError>[] = [
    { id: 'row', heading: text('Portfolio.row'), width: 100, align: 'end', renderCell: ({ row }) => row },
    { id: 'column', heading: text('Portfolio.column'), width: 200, renderCell: ({ column }) => column },
    {
      id: 'reason',
      heading: text('Policies.reason'),
      width: 320,
      grows: true,
      namesRow: true,
      renderCell: ({ reason }) => serverText(reason),
    },
  ]
  return (
    <DataTable
      id="portfolio-errors"
      label={text('Portfolio.errors')}
      dense
      columns={columns}
      rows={errors}
      rowKey={({ row, column, reason }) => `${row} ${column} ${reason}`}
      skeletonRows={3}
      empty={null}
    />
  )
}
