import type { VisitorLink } from '@sheetwright/contract/visitors/visitor-link.ts'
import { IconBan, IconCircleCheck, IconClockOff, IconTicketOff } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const looks = {
  active: { tone: 'pass', icon: <IconCircleCheck />, name: 'KeyState.active' },
  expired: { tone: 'attention', icon: <IconClockOff />, name: 'KeyState.expired' },
  used: { tone: 'attention', icon: <IconTicketOff />, name: 'VisitorLinks.used' },
  revoked: { tone: 'neutral', icon: <IconBan />, name: 'KeyState.revoked' },
} as const

export function LinkState({ state }: { state: VisitorLink['state'] }) {
  const text = useText()
  const { tone, icon, name } = looks[state]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(name)}
    </StatusChip>
  )
}
