import { Alert, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import type { ApprovalLock } from '../use-approval-lock.ts'

interface EffectiveDaysProps {
  readonly start: ComponentProps<typeof DayInput>
  readonly end: ComponentProps<typeof DayInput>
  /** Why they stay as they are, if so. */
  readonly lock: ApprovalLock | undefined
  /** The dialog that they are in starts with them. */
  readonly isFirst?: boolean
}

/** The effective dates of a version. */
export function EffectiveDays({ start, end, lock, isFirst = false }: EffectiveDaysProps) {
  const text = useText()
  const isLocked = lock !== undefined
  return (
    <>
      {isLocked && (
        <Alert variant="light" color="petrol" icon={<IconInfoCircle />}>
          {text(lock === 'published' ? 'Gate.publishedStays' : 'Gate.reviewedStays')}
        </Alert>
      )}
      <Group gap="lg" align="flex-start" grow>
        <DayInput
          required
          disabled={isLocked}
          label={text('Publish.start')}
          {...(isFirst && !isLocked ? { 'data-autofocus': true } : {})}
          {...start}
        />
        <DayInput required disabled={isLocked} label={text('Publish.end')} {...end} />
      </Group>
    </>
  )
}
