import type { PortfolioStatus } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { IconBan, IconCheck, IconClock, IconListCheck, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip, type StatusTone } from '../../../ui/StatusChip.tsx'

const looks: Readonly<Record<PortfolioStatus, readonly [StatusTone, ReactNode, MessageId]>> = {
  Checked: ['neutral', <IconListCheck key="icon" />, 'Portfolio.checked'],
  Pending: ['neutral', <IconClock key="icon" />, 'RunState.Pending'],
  InProgress: ['accent', <IconPlayerPlay key="icon" />, 'RunState.InProgress'],
  Success: ['pass', <IconCheck key="icon" />, 'RunState.Success'],
  Fail: ['fail', <IconX key="icon" />, 'RunState.Fail'],
  Cancelled: ['neutral', <IconBan key="icon" />, 'RunState.Cancelled'],
}

export function PortfolioStatusChip({ status }: { status: PortfolioStatus }) {
  const text = useText()
  const [tone, icon, name] = looks[status]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(name)}
    </StatusChip>
  )
}
