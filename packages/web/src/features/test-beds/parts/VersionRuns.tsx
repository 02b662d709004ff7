import { IconFlask } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useTestRuns } from '../queries.ts'
import { useTestPaths } from '../test-paths.ts'
import { RunTable } from './RunTable.tsx'

const shownRuns = 5

/** The latest runs on one version of an engine. */
export function VersionRuns({ productId, versionId }: { readonly productId: string; readonly versionId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useTestPaths(productId)
  const runs = useTestRuns({ productId, versionId }, 1, shownRuns)
  return (
    <Panel title={text('Review.tests')}>
      {runs.isError ? (
        <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <RunTable
          id="review-runs"
          runs={runs.data?.items}
          onOpen={({ id }) => void navigate({ to: paths.run(id) })}
          empty={
            <EmptyState icon={<IconFlask />} title={text('Review.noRuns.title')} text={text('Review.noRuns.text')} />
          }
        />
      )}
    </Panel>
  )
}
