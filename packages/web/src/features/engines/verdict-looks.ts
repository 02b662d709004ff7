import { isSavedByExcel, type ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { IconCheck, IconQuestionMark, IconX, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { StatusTone } from '../../ui/StatusChip.tsx'

interface VerdictLook {
  readonly tone: StatusTone
  readonly icon: TablerIcon
  readonly label: MessageId
}

const looksOfSaved: Readonly<Record<ParityReport['verdict'], VerdictLook>> = {
  equal: { tone: 'pass', icon: IconCheck, label: 'Parity.equalToSaved' },
  different: { tone: 'fail', icon: IconX, label: 'Parity.differentFromSaved' },
  'not proven': { tone: 'attention', icon: IconQuestionMark, label: 'Parity.notProven' },
}

const namesOfExcel: Partial<Record<ParityReport['verdict'], MessageId>> = {
  equal: 'Parity.equal',
  different: 'Parity.different',
}

/** Icon, colour and name of a verdict. It names Excel only if Excel saved the file. */
export function verdictLook({ verdict, savedBy }: Pick<ParityReport, 'verdict' | 'savedBy'>): VerdictLook {
  const look = looksOfSaved[verdict]
  return isSavedByExcel(savedBy) ? { ...look, label: namesOfExcel[verdict] ?? look.label } : look
}

/** The program that saved a file, as people know it: LibreOffice adds its platform and build. */
export function programName(savedBy: string): string {
  const [, name, version] = /^(LibreOffice|OpenOffice(?:\.org)?)\/([\d.]+)/.exec(savedBy) ?? []
  return name === undefined ? savedBy : `${name} ${version}`
}

/** Why a saved value proves nothing, by the proof's code. */
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
  stale: 'Parity.reason.stale',
}

/** Why a differing cell was not compared, in a table. */
export const apartNames: Readonly<Record<string, MessageId>> = {
  clock: 'Parity.apart.clock',
  environment: 'Parity.apart.environment',
  olderVersion: 'Parity.apart.olderVersion',
  stale: 'Parity.apart.stale',
}
