import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { verdictLook } from '../verdict-looks.ts'

export function VerdictChip({ of }: { of: Pick<ParityReport, 'verdict' | 'savedBy'> }) {
  const text = useText()
  const { tone, icon: Icon, label } = verdictLook(of)
  return (
    <StatusChip tone={tone} icon={<Icon />}>
      {text(label)}
    </StatusChip>
  )
}
