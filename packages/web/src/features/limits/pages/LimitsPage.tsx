import { ActionIcon, Button, Group } from '@mantine/core'
import type { CallLimits } from '@sheetwright/contract/limits/call-limit.ts'
import { IconEdit, IconGauge, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useSaveLimit } from '../mutations.ts'
import { LimitDialog } from '../parts/LimitDialog.tsx'
import { useCallLimits } from '../queries.ts'

type CallLimit = CallLimits['limits'][number]

const details = { tenant: 'Limits.ofTenant.about', key: 'Limits.ofKey', engine: 'Limits.ofEngine' } as const

/** How many executions a minute the tenant, its API keys and its engines are limited to. */
export function LimitsPage() {
  const text = useText()
  const limits = useCallLimits()
  const { mutate } = useSaveLimit({ announced: true })
  const dialogs = useDialogs()
  const [opened, setOpened] = useState<CallLimit | 'new'>()
  const add = (
    <Button leftSection={<IconPlus />} onClick={() => setOpened('new')}>
      {text('Limits.add')}
    </Button>
  )
  const nameOf = (limit: CallLimit) => (limit.of === 'tenant' ? text('Limits.ofTenant') : limit.name)
  const remove = async (limit: CallLimit) => {
    const name = nameOf(limit)
    const confirmed = await dialogs.confirm({
      title: text('Limits.remove.title'),
      text: text('Limits.remove.text', { name, count: limit.executionsPerMinute }),
      confirmLabel: text('Limits.remove', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return
    mutate(
      { of: limit.of, id: limit.id, executionsPerMinute: null },
      { onSuccess: () => toastSuccess(text('Limits.removed', { name })) },
    )
  }
  const columns: Column<CallLimit>[] = [
    {
      id: 'name',
      heading: text('Limits.of'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: (limit) => <NameAndDetail name={nameOf(limit)} detail={text(details[limit.of])} />,
    },
    {
      id: 'perMinute',
      heading: text('Limits.perMinute'),
      width: 180,
      align: 'end',
      renderCell: ({ executionsPerMinute }) => text('Limits.count', { count: executionsPerMinute }),
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 84,
      align: 'end',
      renderCell: (limit) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ActionIcon
            size="sm"
            aria-label={text('Limits.change', { name: nameOf(limit) })}
            onClick={() => setOpened(limit)}
          >
            <IconEdit />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={text('Limits.remove', { name: nameOf(limit) })}
            onClick={() => void remove(limit)}
          >
            <IconTrash />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  return (
    <Page
      title={text('Limits.title')}
      count={limits.data?.limits.length}
      facts={
        limits.data && (
          <span>
            {text('Limits.about', {
              executions: limits.data.installation.executionsPerMinute,
              requests: limits.data.installation.requestsPerMinute,
            })}
          </span>
        )
      }
      actions={add}
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Limits.title') },
        ]}
      />
      {limits.isError ? (
        <FailureState error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <DataTable
          id="call-limits"
          label={text('Limits.title')}
          columns={columns}
          rows={limits.data?.limits}
          rowKey={({ of, id }) => id ?? of}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<IconGauge />}
              title={text('Limits.empty.title')}
              text={text('Limits.empty.text')}
              action={add}
            />
          }
        />
      )}
      {opened !== undefined && (
        <LimitDialog limit={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}
