import type { apiKey } from '@sheetwright/contract/api-keys/api-key.ts'
import { IconBan, IconCircleCheck, IconClockOff } from '@tabler/icons-react'
import type { z } from 'zod'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

type Key = Pick<z.infer<typeof apiKey>, 'revokedAt' | 'expiresAt'>

export function isUsable(key: Key): boolean {
  return stateOf(key) === 'active'
}

function stateOf({ revokedAt, expiresAt }: Key): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

const stateLooks = {
  active: { tone: 'pass', icon: <IconCircleCheck />, name: 'KeyState.active' },
  expired: { tone: 'attention', icon: <IconClockOff />, name: 'KeyState.expired' },
  revoked: { tone: 'neutral', icon: <IconBan />, name: 'KeyState.revoked' },
} as const

/** Whether a key can be used, as a word with an icon. */
export function KeyState({ apiKey }: { readonly apiKey: Key }) {
  const text = useText()
  const { tone, icon, name } = stateLooks[stateOf(apiKey)]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(name)}
    </StatusChip>
  )
}
