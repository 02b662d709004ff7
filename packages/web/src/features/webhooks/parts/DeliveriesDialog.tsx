import { Button } from '@mantine/core'
import type { Webhook, WebhookDelivery } from '@sheetwright/contract/webhooks/webhook.ts'
import { IconCircleCheck, IconClock, IconSend, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { deliveryStates, eventNames } from '../event-names.ts'
import { useReplayDelivery } from '../mutations.ts'
import { deliveryPageSize, useDeliveries } from '../queries.ts'

const looks = {
  waiting: { tone: 'attention', icon: <IconClock /> },
  delivered: { tone: 'pass', icon: <IconCircleCheck /> },
  failed: { tone: 'fail', icon: <IconX /> },
} as const

/** The deliveries of a webhook, newest first. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = useText()
  const [page, setPage] = useState(1)
  const deliveries = useDeliveries(webhook.id, page)
  const replay = useReplayDelivery(webhook.id)
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'event',
      heading: text('Webhooks.event'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ event, payload }) => <NameAndDetail name={text(eventNames[event])} detail={subjectOf(payload)} />,
    },
    {
      id: 'state',
      heading: text('Webhooks.state'),
      width: 150,
      renderCell: ({ state }) => (
        <StatusChip tone={looks[state].tone} icon={looks[state].icon}>
          {text(deliveryStates[state])}
        </StatusChip>
      ),
    },
    {
      id: 'attempts',
      heading: text('Webhooks.attempts'),
      width: 180,
      renderCell: ({ attempts, lastProblem }) => <NameAndDetail name={String(attempts)} detail={lastProblem ?? ''} />,
    },
    {
      id: 'at',
      heading: text('Webhooks.happened'),
      width: 120,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 110,
      align: 'end',
      renderCell: ({ id, event }) => (
        <Button
          variant="subtle"
          size="xs"
          aria-label={text('Webhooks.replayOf', { event: text(eventNames[event]) })}
          onClick={() => replay.mutate(id, { onSuccess: () => toastSuccess(text('Webhooks.replayed')) })}
        >
          {text('Webhooks.replay')}
        </Button>
      ),
    },
  ]
  return (
    <Dialog opened onClose={onClose} size="large" title={text('Webhooks.deliveriesOf', { name: webhook.name })}>
      {deliveries.isError ? (
        <FailureState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : (
        <DataTable
          id="webhook-deliveries"
          label={text('Webhooks.deliveriesOf', { name: webhook.name })}
          columns={columns}
          rows={deliveries.data?.items}
          rowKey={({ id }) => id}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<IconSend />}
              title={text('Webhooks.noDeliveries.title')}
              text={text('Webhooks.noDeliveries.text')}
            />
          }
        />
      )}
      {deliveries.data !== undefined && deliveries.data.count > deliveryPageSize && (
        <Pager page={page} pageSize={deliveryPageSize} count={deliveries.data.count} onChange={setPage} />
      )}
    </Dialog>
  )
}

/** The subject of an event, by its user-given names. */
function subjectOf(payload: Readonly<Record<string, unknown>>): string {
  const words = [payload['engine'], payload['document'], payload['name'], payload['version'], payload['status']]
  return words.filter((word) => typeof word === 'string').join(' ')
}
