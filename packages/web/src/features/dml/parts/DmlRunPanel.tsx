import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { DmlRun, DmlTableCounts } from '@sheetwright/contract/dml/dml.ts'
import { IconBan, IconDownload, IconFileText, IconX } from '@tabler/icons-react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useCancelDml, useSaveDmlFile } from '../mutations.ts'
import { isRunning, useDmlRun } from '../queries.ts'
import { DmlRunChip } from './DmlRunChip.tsx'

/** One data load, during the run and afterwards. */
export function DmlRunPanel({ id, onClear }: { id: string; onClear: () => void }) {
  const text = useText()
  const serverText = useServerText()
  const run = useDmlRun(id)
  const cancel = useCancelDml()
  const save = useSaveDmlFile()
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  if (run.isPending) return <LoadingBlock />
  const { downloadFileName, logFileName, failureReason, tables, status } = run.data
  const count = (of: keyof DmlTableCounts, heading: string): Column<DmlTableCounts> => ({
    id: of,
    heading,
    width: 100,
    align: 'end',
    renderCell: (table) => text('Page.count', { count: Number(table[of]) }),
  })
  return (
    <Panel
      title={text('DataLoad.runOf', { name: run.data.source.name, revision: run.data.source.revision })}
      actions={
        <Group gap="sm">
          <DmlRunChip status={status} />
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
          value={progressOf(run.data)}
          color={status === 'Fail' ? 'red' : ''}
          aria-label={text('DataLoad.progress')}
        />
        {status === 'Fail' && (
          <Alert color="red" title={text('DataLoad.failed')}>
            {serverText(failureReason ?? '')}
          </Alert>
        )}
        {tables.length > 0 && (
          <DataTable
            id="dml-tables"
            label={text('DataLoad.written')}
            dense
            skeletonRows={3}
            rows={tables}
            rowKey={({ source }) => source}
            empty={null}
            columns={[
              {
                id: 'name',
                heading: text('DataLoad.tableName'),
                width: 220,
                grows: true,
                namesRow: true,
                renderCell: ({ name }) => name,
              },
              count('rows', text('DataLoad.rows')),
              count('inserted', text('DataLoad.inserted')),
              count('upserted', text('DataLoad.upserted')),
              count('deleted', text('DataLoad.deleted')),
              count('unchanged', text('DataLoad.unchanged')),
            ]}
          />
        )}
        {(downloadFileName ?? logFileName) !== null && (
          <Group gap="sm">
            {downloadFileName !== null && (
              <Button
                leftSection={<IconDownload />}
                loading={save.isPending}
                onClick={() => save.mutate(downloadFileName)}
              >
                {text('DataLoad.downloadScripts')}
              </Button>
            )}
            {logFileName !== null && (
              <Button variant="default" leftSection={<IconFileText />} onClick={() => save.mutate(logFileName)}>
                {text('DataLoad.downloadLog')}
              </Button>
            )}
            <Text size="sm" c="dimmed">
              {text('DataLoad.order')}
            </Text>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

/** A failed run shows a full bar in the colour of failures. */
function progressOf({ status, progress, downloadFileName }: DmlRun): number {
  return status === 'Fail' || downloadFileName !== null ? 100 : progress
}
