import { Button, Group, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { correlationIdOf, errorText } from '../platform/messages/error-text.ts'
import { useText } from '../platform/messages/use-text.ts'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Replaces content that could not be loaded; shows the reference for support. */
export function FailureState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText()
  const correlationId = correlationIdOf(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX />}
        title={text('Failure.title')}
        text={errorText(text, error)}
        action={
          <Group gap="md" justify="center">
            <Button variant="default" onClick={onRetry}>
              {text('Failure.retry')}
            </Button>
            {correlationId !== undefined && (
              <Group gap="xs" wrap="nowrap">
                <Text size="xs" c="dimmed">
                  {text('Failure.reference')} <span className="mono">{correlationId}</span>
                </Text>
                <CopyButton value={correlationId} label={text('Failure.copyReference')} />
              </Group>
            )}
          </Group>
        }
      />
    </div>
  )
}
