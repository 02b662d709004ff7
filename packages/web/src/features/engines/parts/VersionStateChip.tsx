import type { VersionState } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { versionStateLooks } from '../version-states.ts'

export function VersionStateChip({ state }: { state: VersionState }) {
  const text = useText()
  const { tone, icon: Icon, label } = versionStateLooks[state]
  return (
    <StatusChip tone={tone} icon={<Icon />}>
      {text(label)}
    </StatusChip>
  )
}
