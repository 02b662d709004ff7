import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { IconCheck, IconQuestionMark, IconX, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { StatusTone } from '../../ui/StatusChip.tsx'

interface VerdictLook {
  readonly tone: StatusTone
  readonly icon: TablerIcon
  readonly label: MessageId
}

export const verdictLooks: Readonly<Record<ParityReport['verdict'], VerdictLook>> = {
  equal: { tone: 'pass', icon: IconCheck, label: 'Parity.equal' },
  different: { tone: 'fail', icon: IconX, label: 'Parity.different' },
  'not proven': { tone: 'attention', icon: IconQuestionMark, label: 'Parity.notProven' },
}

/** Why a saved value says nothing about ours, as the proof names it. */
export const notComparableNames: Readonly<Record<string, MessageId>> = {
  random: 'Parity.reason.random',
  externalLink: 'Parity.reason.externalLink',
  vba: 'Parity.reason.vba',
  xlm: 'Parity.reason.xlm',
  excludedFunction: 'Parity.reason.excludedFunction',
  noSavedValue: 'Parity.reason.noSavedValue',
  clock: 'Parity.reason.clock',
  environment: 'Parity.reason.environment',
  olderVersion: 'Parity.reason.olderVersion',
}
