import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import type { Webhook } from '@sheetwright/contract/webhooks/webhook.ts'
import {
  IconCircleCheck,
  IconClock,
  IconEdit,
  IconInfoCircle,
  IconListDetails,
  IconPlayerPause,
  IconPlus,
  IconTrash,
  IconWebhook,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { eventNames } from '../event-names.ts'
import { useDeleteWebhook } from '../mutations.ts'
import { DeliveriesDialog } from '../parts/DeliveriesDialog.tsx'
import { WebhookDialog } from '../parts/WebhookDialog.tsx'
import { useWebhooks } from '../queries.ts'

type Opened = { readonly kind: 'new' } | { readonly kind: 'change' | 'deliveries'; readonly webhook: Webhook }

/** Addresses that receive events of the tenant. */
export function WebhooksPage() {
  const text = useText()
  const webhooks = useWebhooks()
  const remove = useConfirmedDelete()
  const [opened, setOpened] = useState<Opened>()
  const hosts = webhooks.data?.allowedHosts ?? []
  const add = (
    <Button leftSection={<IconPlus />} onClick={() => setOpened({ kind: 'new' })}>
      {text('Webhooks.new')}
    </Button>
  )
  const columns: Column<Webhook>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: ({ name, url }) => <NameAndDetail name={name} detail={url} />,
    },
    {
      id: 'events',
      heading: text('Webhooks.events'),
      width: 240,
      renderCell: ({ events }) => <EventNames events={events} />,
    },
    {
      id: 'product',
      heading: text('Webhooks.product'),
      width: 150,
      renderCell: ({ productName }) => productName ?? text('Webhooks.product.all'),
    },
    {
      id: 'state',
      heading: text('Webhooks.deliveries'),
      width: 170,
      renderCell: (webhook) => <DeliveryState webhook={webhook} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 120,
      align: 'end',
      renderCell: (webhook) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ActionIcon
            size="sm"
            aria-label={text('Webhooks.deliveriesOf', { name: webhook.name })}
            onClick={() => setOpened({ kind: 'deliveries', webhook })}
          >
            <IconListDetails />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={text('Webhooks.change', { name: webhook.name })}
            onClick={() => setOpened({ kind: 'change', webhook })}
          >
            <IconEdit />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={text('Webhooks.delete.confirm', { name: webhook.name })}
            onClick={() => void remove(webhook)}
          >
            <IconTrash />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  return (
    <Page title={text('Navigation.webhooks')} count={webhooks.data?.webhooks.length} actions={add}>
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.webhooks') },
        ]}
      />
      {webhooks.data !== undefined && hosts.length === 0 && (
        <Alert variant="light" icon={<IconInfoCircle />} mb="md">
          {text('Webhooks.noHosts')}
        </Alert>
      )}
      {webhooks.isError ? (
        <FailureState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : (
        <DataTable
          id="webhooks"
          label={text('Navigation.webhooks')}
          columns={columns}
          rows={webhooks.data?.webhooks}
          rowKey={({ id }) => id}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<IconWebhook />}
              title={text('Webhooks.empty.title')}
              text={text('Webhooks.empty.text')}
              action={add}
            />
          }
        />
      )}
      {(opened?.kind === 'new' || opened?.kind === 'change') && (
        <WebhookDialog
          webhook={opened.kind === 'change' ? opened.webhook : undefined}
          allowedHosts={hosts}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.kind === 'deliveries' && (
        <DeliveriesDialog webhook={opened.webhook} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

function EventNames({ events }: Pick<Webhook, 'events'>) {
  const text = useText()
  const names = events.map((event) => text(eventNames[event])).join(', ')
  return <span title={names}>{names}</span>
}

function DeliveryState({ webhook: { active, waiting, failed } }: { webhook: Webhook }) {
  const text = useText()
  if (!active) {
    return (
      <StatusChip tone="neutral" icon={<IconPlayerPause />}>
        {text('Webhooks.inactive')}
      </StatusChip>
    )
  }
  if (failed > 0) {
    return (
      <StatusChip tone="fail" icon={<IconX />}>
        {text('Webhooks.failedCount', { count: failed })}
      </StatusChip>
    )
  }
  if (waiting > 0) {
    return (
      <StatusChip tone="attention" icon={<IconClock />}>
        {text('Webhooks.waitingCount', { count: waiting })}
      </StatusChip>
    )
  }
  return (
    <StatusChip tone="pass" icon={<IconCircleCheck />}>
      {text('Webhooks.allArrived')}
    </StatusChip>
  )
}

function useConfirmedDelete(): (webhook: Webhook) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const remove = useDeleteWebhook()
  return async ({ id, name }) => {
    const confirmed = await dialogs.confirm({
      title: text('Webhooks.delete.title'),
      text: text('Webhooks.delete.text', { name }),
      confirmLabel: text('Webhooks.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(id, { onSuccess: () => toastSuccess(text('Webhooks.deleted', { name })) })
  }
}
