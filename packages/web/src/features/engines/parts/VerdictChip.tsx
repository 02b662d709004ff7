import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { verdictLooks } from '../verdict-looks.ts'

export function VerdictChip({ verdict }: { verdict: ParityReport['verdict'] }) {
  const text = useText()
  const { tone, icon: Icon, label } = verdictLooks[verdict]
  return (
    <StatusChip tone={tone} icon={<Icon />}>
      {text(label)}
    </StatusChip>
  )
}
