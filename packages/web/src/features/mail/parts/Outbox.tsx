import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { CloseFooter } from '../../../ui/feedback/CloseFooter.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { AbsoluteMoment, RelativeMoment } from '../../../ui/Moment.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { type Mail, useMail, useOutbox } from '../queries.ts'

/** The organisation's mail: sent, queued and failed. */
export function Outbox() {
  const text = useText()
  const outbox = useOutbox()
  const [opened, setOpened] = useState<Mail>()
  if (outbox.isError) return <FailureState error={outbox.error} onRetry={() => void outbox.refetch()} />
  const columns: Column<Mail>[] = [
    {
      id: 'recipient',
      heading: text('Outbox.recipient'),
      width: 220,
      namesRow: true,
      renderCell: (mail) => mail.recipient,
    },
    { id: 'subject', heading: text('Outbox.subject'), width: 260, grows: true, renderCell: (mail) => mail.subject },
    { id: 'state', heading: text('Users.status'), width: 120, renderCell: (mail) => <MailState mail={mail} /> },
    {
      id: 'created',
      heading: text('Product.createdAt'),
      width: 130,
      renderCell: (mail) => <RelativeMoment value={mail.createdAt} />,
    },
  ]
  return (
    <Stack gap="lg">
      {outbox.data?.delivers === false && (
        <Alert variant="light" icon={<IconInfoCircle />}>
          {text('Outbox.noServer')}
        </Alert>
      )}
      <DataTable
        id="outbox"
        label={text('Outbox.title')}
        columns={columns}
        rows={outbox.data?.mails}
        rowKey={(mail) => mail.id}
        skeletonRows={5}
        onOpen={setOpened}
        empty={<EmptyState icon={<IconMail />} title={text('Outbox.empty.title')} text={text('Outbox.empty.text')} />}
      />
      {opened !== undefined && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  )
}

function MailState({ mail }: { mail: Mail }) {
  const text = useText()
  if (mail.sentAt !== null) {
    return (
      <StatusChip tone="pass" icon={<IconCircleCheck />}>
        {text('Outbox.sent')}
      </StatusChip>
    )
  }
  return mail.lastError === null ? (
    <StatusChip tone="neutral" icon={<IconClock />}>
      {text('Outbox.waiting')}
    </StatusChip>
  ) : (
    <StatusChip tone="fail" icon={<IconAlertTriangle />}>
      {text('Outbox.failed')}
    </StatusChip>
  )
}

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const text = useText()
  const failure = mail.lastError === null ? [] : [{ name: text('Outbox.failed'), value: mail.lastError }]
  return (
    <Dialog opened onClose={onClose} title={mail.subject} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="lg">
        <FactTable
          label={text('Product.facts')}
          facts={[
            { name: text('Outbox.recipient'), value: mail.recipient },
            { name: text('Product.createdAt'), value: <AbsoluteMoment value={mail.createdAt} /> },
            ...(mail.sentAt === null
              ? []
              : [{ name: text('Outbox.sent'), value: <AbsoluteMoment value={mail.sentAt} /> }]),
            ...failure,
          ]}
        />
        <MailText id={mail.id} />
      </Stack>
    </Dialog>
  )
}

function MailText({ id }: { id: string }) {
  const text = useText()
  const mail = useMail(id)
  if (mail.isError) return <FailureState error={mail.error} onRetry={() => void mail.refetch()} />
  if (mail.data === undefined) return <Skeleton height={160} />
  const { hidden, body } = mail.data
  return (
    <>
      {hidden !== null && (
        <Alert variant="light" icon={<IconInfoCircle />}>
          {text(hidden === 'delivered' ? 'Outbox.hidden.delivered' : 'Outbox.hidden.owner')}
        </Alert>
      )}
      <CodeBlock title={text('Outbox.body')} code={body} />
      <Text size="sm" c="dimmed">
        {text('Outbox.audited')}
      </Text>
    </>
  )
}
