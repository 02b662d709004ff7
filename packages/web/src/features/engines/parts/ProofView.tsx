import { Stack } from '@mantine/core'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useRuledAction } from '../../user-groups/parts/use-ruled-action.ts'
import { mayEngine } from '../engine-access.ts'
import { useEnginePaths } from '../engine-path.ts'
import { addRule } from '../engine-rules.ts'
import { useIterateVersion } from '../mutations.ts'
import { useProof } from '../queries.ts'
import { DiagnosticTable } from './DiagnosticTable.tsx'
import { IterationDialog } from './IterationDialog.tsx'
import { IterationView } from './IterationView.tsx'
import { ParityView } from './ParityView.tsx'

type Proof = ResultOf<typeof getParity>

/** The proof of the chosen version, with its diagnostics. */
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
      <IterationPanel engine={engine} proof={proof.data} />
      <Panel title={text('Diagnostic.title')}>
        <DiagnosticTable diagnostics={proof.data.diagnostics} />
      </Panel>
    </Stack>
  )
}

/** How the version iterates circular references; its author can create a draft with other settings. */
function IterationPanel({ engine, proof }: { engine: EngineDetail; proof: Proof }) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const ruled = useRuledAction()
  const iterate = useIterateVersion(engine.productId)
  const [editing, setEditing] = useState(false)
  const { iteration, diagnostics } = proof
  // LibreOffice iterates as the file says, and a connector computes elsewhere.
  const isOurs = engine.engineType === 'Type1' || engine.engineType === 'Type2'
  const mayChange = isOurs && mayEngine('edit', engine)

  function submit(asked: Iteration | null) {
    iterate.mutate(
      { engine: engine.id, version: engine.version.id, iteration: asked },
      {
        onSuccess({ versionId, bookSummary: { revision } }) {
          setEditing(false)
          toastSuccess(text('Iteration.built', { revision }))
          void navigate({ to: paths.engine(engine, 'parity'), search: { version: versionId } })
        },
      },
    )
  }

  return (
    <>
      <IterationView
        iteration={iteration}
        diagnostics={diagnostics}
        onChange={mayChange ? ruled(addRule, () => setEditing(true)) : undefined}
      />
      {editing && (
        <IterationDialog
          iteration={iteration}
          submitting={iterate.isPending}
          failure={iterate.error}
          onSubmit={submit}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
