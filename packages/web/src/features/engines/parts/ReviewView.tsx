import { Anchor } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { IconVersions } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { EffectChart } from '../../look-inside/parts/EffectChart.tsx'
import { VersionDiffView } from '../../look-inside/parts/VersionDiffView.tsx'
import { useLint, useVersionDiff } from '../../look-inside/queries.ts'
import { ApprovalPanel } from '../../test-beds/parts/ApprovalPanel.tsx'
import { VersionRuns } from '../../test-beds/parts/VersionRuns.tsx'
import { useEnginePaths } from '../engine-path.ts'
import { usePublishReview } from '../use-publish-checks.ts'
import { CheckLine, PublishChecks } from './PublishChecks.tsx'
import { PublishForm } from './PublishForm.tsx'
import { PromotionPanel } from './PromotionPanel.tsx'
import classes from './ReviewView.module.css'

/** Everything for the decision on a draft: checks, changes, tests, comments, and the decision itself. */
export function ReviewView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id }
  const version = engine.version.id
  const review = usePublishReview(address, version)
  const against = comparedRevision(review.checks)
  const diff = useVersionDiff({ ...address, version, against: against ?? version }, against !== undefined)
  return (
    <div className={classes.page}>
      <Panel title={text('Review.checks', { revision: engine.version.revision })}>
        <PublishChecks review={review}>
          {diff.data !== undefined && <FormulaCheck cells={diff.data.changedCells} against={against ?? ''} />}
          <LintCheck engine={engine} />
        </PublishChecks>
      </Panel>
      <Panel title={against === undefined ? text('Review.changes') : text('Review.changesFrom', { revision: against })}>
        {review.checks !== undefined && against === undefined ? (
          <EmptyState icon={<IconVersions />} title={text('Review.first.title')} text={text('Review.first.text')} />
        ) : diff.isError ? (
          <FailureState error={diff.error} onRetry={() => void diff.refetch()} />
        ) : diff.data === undefined ? (
          <LoadingBlock />
        ) : (
          <>
            <EffectChart diff={diff.data} />
            <VersionDiffView engine={engine} diff={diff.data} />
          </>
        )}
      </Panel>
      <PromotionPanel engine={engine} />
      <VersionRuns productId={engine.productId} versionId={version} />
      <Panel title={text('Review.decision')}>
        <div className={classes.decision}>
          <ApprovalPanel address={{ ...address, version }} />
          <PublishForm engine={engine} review={review} />
        </div>
      </Panel>
    </div>
  )
}

/** The version in use, which the checks compare with; undefined if there is none. */
function comparedRevision(checks: readonly PublishCheck[] | undefined): string | undefined {
  for (const { facts } of checks ?? []) {
    if (facts['revision'] !== undefined) return String(facts['revision'])
  }
  return undefined
}

function FormulaCheck({ cells, against }: { readonly cells: number; readonly against: string }) {
  const text = useText()
  return (
    <CheckLine outcome={cells === 0 ? 'passed' : 'failed'}>
      {text('Review.formulas', { cells, revision: against })}
    </CheckLine>
  )
}

/** Only findings of high severity fail the check; the others are for the author. */
function LintCheck({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const paths = useEnginePaths()
  const lint = useLint({ product: engine.productId, engine: engine.id, version: engine.version.id })
  if (lint.data === undefined) return null
  const { score, findings } = lint.data
  const high = findings.filter(({ severity }) => severity === 'high').length
  return (
    <CheckLine outcome={high === 0 ? 'passed' : 'failed'}>
      {text('Review.lint', { score, high, findings: findings.length })}{' '}
      <Anchor
        renderRoot={(props) => (
          <Link {...props} to={paths.engine(engine, 'lint')} search={{ version: engine.version.id }} />
        )}
      >
        {text('Review.showFindings')}
      </Anchor>
    </CheckLine>
  )
}
