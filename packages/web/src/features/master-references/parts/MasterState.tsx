import { IconCircleCheck, IconClockOff, IconPencil } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

interface Stated {
  readonly revision: string
  readonly state: 'Draft' | 'Active'
  readonly effectiveStartDate: string
  readonly effectiveEndDate: string
}

/** Revision and state of a version of master data. */
export function MasterState({ of: { revision, state, effectiveStartDate, effectiveEndDate } }: { of: Stated }) {
  const text = useText()
  const now = useNow().toISOString()
  if (state === 'Draft') {
    return (
      <StatusChip tone="neutral" icon={<IconPencil />}>
        {text('Master.draft', { revision })}
      </StatusChip>
    )
  }
  const isInEffect = effectiveStartDate <= now && now <= effectiveEndDate
  return (
    <StatusChip tone={isInEffect ? 'pass' : 'attention'} icon={isInEffect ? <IconCircleCheck /> : <IconClockOff />}>
      {text(isInEffect ? 'Master.published' : 'Master.notInEffect', { revision })}
    </StatusChip>
  )
}
