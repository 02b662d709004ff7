import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { PublishRequest } from '@sheetwright/contract/test-beds/publish-gate.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type ApprovalAddress, useApproval } from '../mutations.ts'
import { usePublishRequest, usePublishRules } from '../queries.ts'
import { approvalNames } from '../test-names.ts'

const looks = {
  open: { tone: 'attention', icon: <IconClock /> },
  approved: { tone: 'pass', icon: <IconCheck /> },
  rejected: { tone: 'fail', icon: <IconX /> },
} as const

/** For products that require four eyes: the publish request, its comments, and another person's decision. */
export function ApprovalPanel({ address }: { address: ApprovalAddress }) {
  const rules = usePublishRules(address.product)
  const request = usePublishRequest(address, rules.data?.fourEyes === true)
  if (rules.data?.fourEyes !== true || request.data === undefined) return null
  return <Approval address={address} request={request.data} />
}

function Approval({ address, request }: { address: ApprovalAddress; request: PublishRequest | null }) {
  const text = useText()
  const act = useApproval(address)
  const [words, setWords] = useState('')
  const isOpen = request?.state === 'open'
  const mayRequest = request === null || request.state === 'rejected'
  const send = (step: Parameters<typeof act.mutate>[0]) => act.mutate(step, { onSuccess: () => setWords('') })
  return (
    <section aria-label={text('Gate.approval')}>
      <Stack gap="sm">
        <Text component="h3" fw={600} size="sm">
          {text('Gate.approval')}
        </Text>
        {request !== null && (
          <>
            <Group gap="sm">
              <StatusChip {...looks[request.state]}>{text(approvalNames[request.state])}</StatusChip>
              <Text size="sm">
                {request.decidedBy ?? request.requestedBy}{' '}
                <RelativeMoment value={request.decidedAt ?? request.requestedAt} />
              </Text>
            </Group>
            <Text size="sm">{request.note}</Text>
            {request.comments.map((comment) => (
              <Text key={comment.id} size="sm" c="dimmed">
                {comment.writtenBy} (<RelativeMoment value={comment.writtenAt} />
                ): {comment.text}
              </Text>
            ))}
          </>
        )}
        {act.isError && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {errorText(text, act.error)}
          </Alert>
        )}
        {(mayRequest || isOpen) && (
          <Textarea
            label={text(mayRequest ? 'Gate.requestNote' : 'Gate.comment')}
            value={words}
            autosize
            minRows={2}
            maxLength={4000}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <Group gap="sm">
          {mayRequest && (
            <Button
              variant="default"
              loading={act.isPending}
              disabled={words.trim() === ''}
              onClick={() => send({ kind: 'request', words })}
            >
              {text('Gate.request')}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              loading={act.isPending}
              disabled={words.trim() === ''}
              onClick={() => send({ kind: 'comment', words })}
            >
              {text('Gate.writeComment')}
            </Button>
          )}
          {isOpen && !request.isOwn && (
            <>
              <Button
                variant="default"
                color="green"
                leftSection={<IconCheck />}
                loading={act.isPending}
                onClick={() => send({ kind: 'approve', words })}
              >
                {text('Gate.approve')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconX />}
                loading={act.isPending}
                onClick={() => send({ kind: 'reject', words })}
              >
                {text('Gate.reject')}
              </Button>
            </>
          )}
        </Group>
        {isOpen && request.isOwn && (
          <Text size="sm" c="dimmed">
            {text('Gate.ownRequest')}
          </Text>
        )}
      </Stack>
    </section>
  )
}
