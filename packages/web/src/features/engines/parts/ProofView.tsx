import { Stack } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useProof } from '../queries.ts'
import { DiagnosticTable } from './DiagnosticTable.tsx'
import { ParityView } from './ParityView.tsx'

/** The proof of the version that is looked at, and what its author should know. */
export function ProofView({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const proof = useProof(engine.productId, engine.id, engine.version.id)
  if (proof.isError) return <FailureState error={proof.error} onRetry={() => void proof.refetch()} />
  if (proof.isPending) return <LoadingBlock />
  return (
    <Stack gap="lg">
      <Panel title={text('Engine.tab.parity')}>
        <ParityView report={proof.data.parity} engine={engine} />
      </Panel>
      <Panel title={text('Diagnostic.title')}>
        <DiagnosticTable diagnostics={proof.data.diagnostics} />
      </Panel>
    </Stack>
  )
}
