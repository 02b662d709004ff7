import { Group, Stack, Text } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePromotion } from '../queries.ts'
import { VerdictChip } from './VerdictChip.tsx'

const approvalNames = {
  approved: 'Gate.state.approved',
  open: 'Gate.state.open',
  rejected: 'Gate.state.rejected',
} as const

/** For a version from another installation: the proof there beside the one here, and who approved it there. */
export function PromotionPanel({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const promotion = usePromotion({ product: engine.productId, engine: engine.id, version: engine.version.id }).data
  if (promotion == null) return null
  const { proofThere, proofHere, approvals, revision, exportedAt } = promotion
  const isSame =
    proofThere !== null &&
    proofThere.verdict === proofHere.verdict &&
    proofThere.equal === proofHere.equal &&
    proofThere.different === proofHere.different
  const proof = ({ verdict, compared, equal }: typeof proofHere) => (
    <Group gap="sm">
      <VerdictChip of={{ verdict, savedBy: null }} />
      <span>{text('Promotion.cells', { equal, compared })}</span>
    </Group>
  )
  return (
    <Panel title={text('Promotion.title', { revision })}>
      <Stack gap="md">
        <Group>
          <StatusChip tone={isSame ? 'pass' : 'attention'} icon={isSame ? <IconCheck /> : <IconAlertTriangle />}>
            {text(isSame ? 'Promotion.same' : 'Promotion.differs')}
          </StatusChip>
        </Group>
        <FactTable
          label={text('Promotion.title', { revision })}
          facts={[
            { name: text('Promotion.exported'), value: <AbsoluteMoment value={exportedAt} /> },
            {
              name: text('Promotion.proofThere'),
              value: proofThere === null ? text('Promotion.noProof') : proof(proofThere),
            },
            { name: text('Promotion.proofHere'), value: proof(proofHere) },
            {
              name: text('Promotion.approvals'),
              value:
                approvals.length === 0 ? (
                  text('Promotion.noApprovals')
                ) : (
                  <Stack gap="xs">
                    {approvals.map((each) => (
                      <div key={each.requestedAt}>
                        {text(approvalNames[each.state])}: {each.decidedBy ?? each.requestedBy},{' '}
                        <AbsoluteMoment value={each.decidedAt ?? each.requestedAt} />
                        <Text size="sm" c="dimmed">
                          {[each.note, ...each.comments.map((comment) => comment.text)].filter(Boolean).join(' · ')}
                        </Text>
                      </div>
                    ))}
                  </Stack>
                ),
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}
