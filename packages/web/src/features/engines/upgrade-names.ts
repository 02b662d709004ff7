import type { VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export const upgrades = ['major', 'minor', 'patch'] as const satisfies readonly VersionUpgrade[]

export const upgradeNames: Readonly<Record<VersionUpgrade, MessageId>> = {
  major: 'Upgrade.major',
  minor: 'Upgrade.minor',
  patch: 'Upgrade.patch',
}
