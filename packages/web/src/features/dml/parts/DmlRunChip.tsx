import type { DmlRun } from '@sheetwright/contract/dml/dml.ts'
import { IconBan, IconCheck, IconClock, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip, type StatusTone } from '../../../ui/StatusChip.tsx'

const looks: Readonly<Record<DmlRun['status'], readonly [StatusTone, ReactNode, MessageId]>> = {
  Pending: ['neutral', <IconClock key="icon" />, 'RunState.Pending'],
  InProgress: ['accent', <IconPlayerPlay key="icon" />, 'RunState.InProgress'],
  Success: ['pass', <IconCheck key="icon" />, 'RunState.Success'],
  Fail: ['fail', <IconX key="icon" />, 'RunState.Fail'],
  Cancelled: ['neutral', <IconBan key="icon" />, 'RunState.Cancelled'],
}

/** The state of a data load. */
export function DmlRunChip({ status }: { status: DmlRun['status'] }) {
  const text = useText()
  const [tone, icon, name] = looks[status]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(name)}
    </StatusChip>
  )
}
