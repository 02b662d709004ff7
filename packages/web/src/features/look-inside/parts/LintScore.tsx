import type { LintFinding } from '@sheetwright/contract/look-inside/lint-version.ts'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconStethoscope } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const good = 85
const fair = 60

/** The quality score of a workbook, out of 100. */
export function LintScore({ score }: { readonly score: number }) {
  const text = useText()
  const tone = score >= good ? 'pass' : score >= fair ? 'attention' : 'fail'
  return (
    <StatusChip tone={tone} icon={<IconStethoscope />}>
      {text('Lint.score', { score })}
    </StatusChip>
  )
}

const looks = {
  high: { tone: 'fail', icon: <IconAlertTriangle />, label: 'Lint.high' },
  medium: { tone: 'attention', icon: <IconInfoCircle />, label: 'Lint.medium' },
  low: { tone: 'neutral', icon: <IconCircleCheck />, label: 'Lint.low' },
} as const

export function SeverityChip({ severity }: { readonly severity: LintFinding['severity'] }) {
  const text = useText()
  const { tone, icon, label } = looks[severity]
  return (
    <StatusChip tone={tone} icon={icon}>
      {text(label)}
    </StatusChip>
  )
}
