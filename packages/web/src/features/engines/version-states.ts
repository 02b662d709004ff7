import type { VersionState } from '@sheetwright/contract/engines/engine.ts'
import { IconArchive, IconCheck, IconPencil, IconPlayerPause, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { StatusTone } from '../../ui/StatusChip.tsx'

interface StateLook {
  readonly tone: StatusTone
  readonly icon: TablerIcon
  readonly label: MessageId
}

export const versionStateLooks: Readonly<Record<VersionState, StateLook>> = {
  Draft: { tone: 'neutral', icon: IconPencil, label: 'VersionState.Draft' },
  Active: { tone: 'pass', icon: IconCheck, label: 'VersionState.Active' },
  Inactive: { tone: 'attention', icon: IconPlayerPause, label: 'VersionState.Inactive' },
  Archived: { tone: 'neutral', icon: IconArchive, label: 'VersionState.Archived' },
}
