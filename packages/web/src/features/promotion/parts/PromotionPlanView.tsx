import { Alert, Group, Loader, Stack, Title } from '@mantine/core'
import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import type { PromotionPlan } from '@sheetwright/contract/promotion/plan-promotion.ts'
import { IconEqual } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { VerdictChip } from '../../engines/parts/VerdictChip.tsx'
import { useEngine } from '../../engines/queries.ts'
import { VersionDiffView } from '../../look-inside/parts/VersionDiffView.tsx'

interface PromotionPlanViewProps {
  readonly engine: Engine
  readonly version: EngineVersion
  readonly plan: PromotionPlan
  /** The current step, once the promotion has started. */
  readonly step: 'exporting' | 'importing' | undefined
}

/** What runs in both installations, and what would change there. */
export function PromotionPlanView({ engine, version, plan, step }: PromotionPlanViewProps) {
  const text = useText()
  const detail = useEngine(engine.productId, engine.id, version.id)
  const { running, proof, action, differences } = plan
  const proven = (revision: string, verdict: typeof proof) => (
    <Group gap="sm">
      <strong className="mono">{revision}</strong>
      <VerdictChip of={{ verdict, savedBy: null }} />
    </Group>
  )
  return (
    <Stack gap="lg">
      {step !== undefined && (
        <Group gap="sm" aria-live="polite">
          <Loader size="sm" />
          {text(step === 'exporting' ? 'Promote.exporting' : 'Promote.importing')}
        </Group>
      )}
      <FactTable
        label={text('Promote.title', { revision: version.revision })}
        facts={[
          { name: text('Promote.here'), value: proven(version.revision, proof) },
          {
            name: text('Promote.there'),
            value: running === null ? text('Promote.none') : proven(running.revision, running.proof),
          },
        ]}
      />
      {action === 'nothing' && <Alert icon={<IconEqual />}>{text('Promote.nothing')}</Alert>}
      {differences !== null && (
        <>
          <Title order={3}>{text('Promote.differences')}</Title>
          {detail.isError ? (
            <FailureState error={detail.error} onRetry={() => void detail.refetch()} />
          ) : detail.data === undefined ? (
            <LoadingBlock />
          ) : (
            <VersionDiffView engine={detail.data} diff={differences} />
          )}
        </>
      )}
    </Stack>
  )
}
