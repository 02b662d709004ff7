import { useParams, useSearch } from '@tanstack/react-router'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FormBuilder } from '../parts/builder/FormBuilder.tsx'
import { useFormDraft } from '../queries.ts'

/** The builder for the form of an engine's calculator. */
export function FormBuilderPage() {
  const { productId, engineId } = useParams({ strict: false }) as { productId: string; engineId: string }
  const { version }: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const address = { product: productId, engine: engineId }
  const draft = useFormDraft(address, version)
  if (draft.isPending) return <LoadingBlock />
  if (draft.isError) return <FailureState error={draft.error} onRetry={() => void draft.refetch()} />
  return <FormBuilder key={draft.data.spec.engine.versionId} address={address} versionId={version} draft={draft.data} />
}
