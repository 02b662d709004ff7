import { Button, Group, Text } from '@mantine/core'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useClearCache, useClearGarbage } from '../mutations.ts'
import { useDiagnostics } from '../queries.ts'
import classes from './Diagnostics.module.css'
import { SelfTest } from './SelfTest.tsx'

/** The server's health, refreshed every few seconds. */
export function Diagnostics() {
  const text = useText()
  const serverText = useServerText()
  const sizes = useSizes()
  const { auth } = useAppState()
  const diagnostics = useDiagnostics()
  const clearCache = useClearCache()
  const clearGarbage = useClearGarbage()
  if (diagnostics.isError) {
    return <FailureState error={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
  }
  if (diagnostics.isPending) return <LoadingBlock />
  const { version, runtime, uptimeSeconds, memory, database, storage, queue, mail, slowCalls } = diagnostics.data
  return (
    <div className={classes.panels}>
      <Panel
        title={text('Diagnostics.process')}
        actions={
          <Group gap="sm">
            <Button
              variant="default"
              size="xs"
              loading={clearCache.isPending}
              onClick={() =>
                clearCache.mutate(undefined, {
                  onSuccess: ({ cleared }) => toastSuccess(text('Diagnostics.cacheCleared', { count: cleared })),
                })
              }
            >
              {text('Diagnostics.clearCache')}
            </Button>
            {auth.isSuperuser && (
              <Button
                variant="default"
                size="xs"
                loading={clearGarbage.isPending}
                onClick={() =>
                  clearGarbage.mutate(undefined, {
                    onSuccess: ({ heapBytesBefore, heapBytesAfter }) =>
                      toastSuccess(
                        text('Diagnostics.memoryFreed', {
                          size: sizes.bytes(Math.max(heapBytesBefore - heapBytesAfter, 0)),
                        }),
                      ),
                  })
                }
              >
                {text('Diagnostics.freeMemory')}
              </Button>
            )}
          </Group>
        }
      >
        <FactTable
          label={text('Diagnostics.process')}
          facts={[
            { name: text('About.version'), value: <span className="mono">{version}</span> },
            { name: text('Diagnostics.runtime'), value: <span className="mono">{runtime}</span> },
            { name: text('Diagnostics.uptime'), value: sizes.duration(uptimeSeconds) },
            { name: text('Diagnostics.resident'), value: sizes.bytes(memory.residentBytes) },
            {
              name: text('Diagnostics.heap'),
              value: text('Diagnostics.heapOf', {
                used: sizes.bytes(memory.heapUsedBytes),
                total: sizes.bytes(memory.heapTotalBytes),
              }),
            },
          ]}
        />
      </Panel>
      <SelfTest />
      <Panel title={text('Diagnostics.storage')}>
        <FactTable
          label={text('Diagnostics.storage')}
          facts={[
            { name: text('Diagnostics.used'), value: sizes.bytes(storage.bytes) },
            { name: text('Diagnostics.contents'), value: <span className="mono">{storage.contents}</span> },
            {
              name: text('Diagnostics.storeCheck'),
              value: storage.check.passed
                ? text('SelfTest.passed', { time: sizes.millis(storage.check.millis) })
                : text('SelfTest.failed', { reason: serverText(storage.check.problem ?? '') }),
            },
            { name: text('Diagnostics.queueWaiting'), value: <span className="mono">{queue.waiting}</span> },
            { name: text('Diagnostics.queueRunning'), value: <span className="mono">{queue.running}</span> },
            { name: text('Diagnostics.queueOldest'), value: sizes.duration(queue.oldestSeconds) },
            { name: text('Diagnostics.mailWaiting'), value: <span className="mono">{mail.waiting}</span> },
            { name: text('Diagnostics.mailFailed'), value: <span className="mono">{mail.failed}</span> },
          ]}
        />
      </Panel>
      <Panel title={text('Diagnostics.database')}>
        <FactTable
          label={text('Diagnostics.database')}
          facts={[
            { name: text('About.version'), value: <span className="mono">{database.version}</span> },
            { name: text('Diagnostics.answer'), value: sizes.millis(database.answerMillis) },
            { name: text('Diagnostics.connections'), value: <span className="mono">{database.connections}</span> },
            { name: text('Diagnostics.waiting'), value: <span className="mono">{database.waiting}</span> },
          ]}
        />
      </Panel>
      <div className={classes.wide}>
        <Panel title={text('Diagnostics.slowCalls')}>
          {slowCalls.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text('Diagnostics.noSlowCalls')}
            </Text>
          ) : (
            <LongTable
              label={text('Diagnostics.slowCalls')}
              rows={slowCalls}
              rowKey={({ correlationId }) => correlationId}
              columns={[
                {
                  id: 'call',
                  heading: text('Diagnostics.call'),
                  width: 200,
                  grows: true,
                  namesRow: true,
                  renderCell: ({ call }) => call,
                },
                {
                  id: 'status',
                  heading: text('Users.status'),
                  width: 72,
                  renderCell: ({ status }) => <span className="mono">{status}</span>,
                },
                {
                  id: 'millis',
                  heading: text('Diagnostics.duration'),
                  width: 96,
                  align: 'end',
                  renderCell: ({ millis }) => sizes.millis(Math.round(millis)),
                },
                {
                  id: 'at',
                  heading: text('Diagnostics.at'),
                  width: 88,
                  renderCell: ({ at }) => <RelativeMoment value={at} short />,
                },
                {
                  id: 'reference',
                  heading: text('Failure.reference'),
                  width: 96,
                  renderCell: ({ correlationId }) => (
                    <CopyButton value={correlationId} label={text('Diagnostics.copyReference', { correlationId })} />
                  ),
                },
              ]}
            />
          )}
        </Panel>
      </div>
    </div>
  )
}
