import { Button, Group } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useClearCache, useClearGarbage } from '../mutations.ts'
import { useDiagnostics } from '../queries.ts'
import classes from './Diagnostics.module.css'

/** How the server is doing, read again every few seconds. */
export function Diagnostics() {
  const text = useText()
  const sizes = useSizes()
  const { auth } = useAppState()
  const diagnostics = useDiagnostics()
  const clearCache = useClearCache()
  const clearGarbage = useClearGarbage()
  if (diagnostics.isError) {
    return <FailureState error={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
  }
  if (diagnostics.isPending) return <LoadingBlock />
  const { version, runtime, uptimeSeconds, memory, database } = diagnostics.data
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
    </div>
  )
}
