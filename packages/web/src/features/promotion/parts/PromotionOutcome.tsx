import { Alert, Group, Stack } from '@mantine/core'
import type { PromotionProgress } from '@sheetwright/contract/promotion/follow-promotion.ts'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { VerdictChip } from '../../engines/parts/VerdictChip.tsx'

interface PromotionOutcomeProps {
  readonly revision: string
  /** The outcome there, once the version was sent. */
  readonly progress: PromotionProgress | undefined
  readonly rolledBack: { readonly from: string; readonly to: string } | undefined
}

/** The outcome of a promotion: both proofs side by side, and what runs there after a rollback. */
export function PromotionOutcome({ revision, progress, rolledBack }: PromotionOutcomeProps) {
  const text = useText()
  const serverText = useServerText()
  const made = progress?.made ?? null
  const isSame = made?.proof === progress?.proof
  return (
    <Stack gap="lg" aria-live="polite">
      {rolledBack !== undefined && (
        <Alert icon={<IconArrowBackUp />}>
          {text('Promote.backDone', { revision: rolledBack.from, again: rolledBack.to })}
        </Alert>
      )}
      {progress?.status === 'failed' && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {text('Promote.failed', { problem: serverText(progress.problem ?? '') })}
        </Alert>
      )}
      {progress !== undefined && made !== null && (
        <>
          {rolledBack === undefined && (
            <Alert color="green" icon={<IconCheck />}>
              {text('Promote.done', { revision, made: made.revision })}
              {made.state === 'Draft' && ` ${text('Promote.draft')}`}
            </Alert>
          )}
          <FactTable
            label={text('Promote.proofs')}
            facts={[
              {
                name: text('Promote.proofs'),
                value: (
                  <StatusChip
                    tone={isSame ? 'pass' : 'attention'}
                    icon={isSame ? <IconCheck /> : <IconAlertTriangle />}
                  >
                    {text(isSame ? 'Promotion.same' : 'Promotion.differs')}
                  </StatusChip>
                ),
              },
              { name: text('Promote.here'), value: <Proof revision={revision} verdict={progress.proof} /> },
              { name: text('Promote.there'), value: <Proof revision={made.revision} verdict={made.proof} /> },
              { name: text('Promote.approvals'), value: progress.approvals },
            ]}
          />
        </>
      )}
    </Stack>
  )
}

function Proof({ revision, verdict }: { readonly revision: string; readonly verdict: PromotionProgress['proof'] }) {
  return (
    <Group gap="sm">
      <strong className="mono">{revision}</strong>
      <VerdictChip of={{ verdict, savedBy: null }} />
    </Group>
  )
}
