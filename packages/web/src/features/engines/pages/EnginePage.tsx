import { Alert, Button, Skeleton } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import {
  IconAlertTriangle,
  IconApi,
  IconError404,
  IconInfoCircle,
  IconLock,
  IconPlayerPlay,
  IconUpload,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { CallItDialog } from '../../api-tester/parts/CallItDialog.tsx'
import { CallLog } from '../../call-log/parts/CallLog.tsx'
import { CompareVersions } from '../../look-inside/parts/CompareVersions.tsx'
import { ExplainView } from '../../look-inside/parts/ExplainView.tsx'
import { PerformanceView } from '../../look-inside/parts/PerformanceView.tsx'
import { LintView } from '../../look-inside/parts/LintView.tsx'
import { VersionSheet } from '../../look-inside/parts/VersionSheet.tsx'
import { PackagesView } from '../../sdk/parts/PackagesView.tsx'
import { useFlags } from '../../system/queries.ts'
import { PortfolioView } from '../../portfolios/parts/PortfolioView.tsx'
import { WhatIfView } from '../../look-inside/parts/WhatIfView.tsx'
import { mayEngine } from '../engine-access.ts'
import { type EngineTab, engineTabs, tabOf, useEnginePaths } from '../engine-path.ts'
import { engineTypeNames } from '../engine-type-names.ts'
import { EngineFavourite } from '../parts/EngineFavourite.tsx'
import { EngineFlags } from '../parts/EngineFlags.tsx'
import { EngineMenu } from '../parts/EngineMenu.tsx'
import { EngineOverview } from '../parts/EngineOverview.tsx'
import { EngineStatus } from '../parts/EngineStatus.tsx'
import { EngineVersions } from '../parts/EngineVersions.tsx'
import { ProofView } from '../parts/ProofView.tsx'
import { ReviewView } from '../parts/ReviewView.tsx'
import { TimelineTab } from '../parts/TimelineTab.tsx'
import { useUploadDialog } from '../parts/use-upload-dialog.tsx'
import { useEngine } from '../queries.ts'
import classes from './EnginePage.module.css'

const tabNames = {
  overview: 'Engine.tab.overview',
  review: 'Engine.tab.review',
  sheet: 'Engine.tab.sheet',
  explain: 'Engine.tab.explain',
  lint: 'Engine.tab.lint',
  compare: 'Engine.tab.compare',
  'what-if': 'Engine.tab.whatIf',
  portfolios: 'Portfolio.title',
  parity: 'Engine.tab.parity',
  versions: 'Engine.tab.versions',
  timeline: 'Engine.tab.timeline',
  packages: 'Engine.tab.packages',
  performance: 'Performance.title',
  history: 'Engine.tab.history',
} as const

/** Tabs that show the content of the workbook. */
const insideTabs: ReadonlySet<EngineTab> = new Set(['sheet', 'explain', 'lint', 'compare', 'what-if', 'performance'])

/** One engine: inputs and outputs, proof, versions and their dates, calls. */
export function EnginePage() {
  const text = useText()
  const { productId, engineId } = useParams({ strict: false }) as { productId: string; engineId: string }
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const paths = useEnginePaths()
  const engine = useEngine(productId, engineId, search['version'])
  if (engine.isPending) return <EngineSkeleton />
  if (engine.isError && engine.error instanceof ApiError && engine.error.status === 404) {
    return (
      <EmptyState
        icon={<IconError404 />}
        title={text('Engine.missing.title')}
        text={text('Engine.missing.text')}
        action={
          <Button component={Link} to={paths.list(productId)} variant="default">
            {text('Engine.missing.back')}
          </Button>
        }
      />
    )
  }
  if (engine.isError) return <FailureState error={engine.error} onRetry={() => void engine.refetch()} />
  return <LoadedEngine engine={engine.data} chosen={search['version']} />
}

function LoadedEngine({ engine, chosen }: { engine: EngineDetail; chosen: string | undefined }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const paths = useEnginePaths()
  const upload = useUploadDialog(engine.productId)
  const asked = tabOf(pathname)
  const isOn = useFlags()
  // Cells reveal the workbook, so they need edit rights unless the workbook may be downloaded.
  const maySeeSheet = engine.mayLeave || mayEngine('edit', engine)
  const mayReview = engine.version.state === 'Draft' && mayEngine('edit', engine)
  const tabs = engineTabs
    .filter((id) => maySeeSheet || !insideTabs.has(id))
    .filter((id) => id !== 'packages' || isOn('ShowSDKGenerator'))
    .filter((id) => id !== 'review' || mayReview)
  // A link to what only authors see says so.
  const isClosed = insideTabs.has(asked) && !maySeeSheet
  // The review ends when the draft is published or another version is chosen.
  const tab = isClosed || tabs.includes(asked) ? asked : 'overview'
  const contents: Readonly<Record<EngineTab, ReactNode>> = {
    overview: <EngineOverview engine={engine} />,
    review: <ReviewView key={engine.version.id} engine={engine} />,
    sheet: <VersionSheet engine={engine} />,
    explain: <ExplainView engine={engine} />,
    lint: <LintView engine={engine} />,
    compare: <CompareVersions engine={engine} />,
    'what-if': <WhatIfView key={engine.version.id} engine={engine} />,
    portfolios: <PortfolioView engine={engine} />,
    parity: <ProofView engine={engine} />,
    versions: <EngineVersions engine={engine} />,
    timeline: <TimelineTab engine={engine} />,
    packages: <PackagesView engine={engine} />,
    performance: <PerformanceView engine={engine} />,
    history: <CallLog engine={engine} />,
  }
  return (
    <Page
      title={engine.name}
      status={<EngineStatus engine={engine} />}
      facts={
        <>
          <Link to={paths.list(engine.productId).slice(0, -'/engines'.length)} className={classes.product}>
            {engine.productName}
          </Link>
          <span>{text(engineTypeNames[engine.engineType])}</span>
          <span>{text('Product.ownedBy', { owner: engine.owner })}</span>
          <span>
            {text('Product.updated')} <RelativeMoment value={engine.updatedAt} />
          </span>
          <EngineFlags engine={engine} />
        </>
      }
      actions={
        <>
          <EngineFavourite engine={engine} />
          {mayEngine('edit', engine) && (
            <Button variant="default" leftSection={<IconUpload />} onClick={() => upload.open(engine)}>
              {text('Engine.newVersion')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconApi />}
            onClick={() => void navigate({ to: pathname, search: { callIt: 'true' } })}
          >
            {text('CallIt.open')}
          </Button>
          <Button leftSection={<IconPlayerPlay />} component={Link} to={paths.tester(engine)}>
            {text('Engine.test')}
          </Button>
          <EngineMenu
            engine={engine}
            onNewVersion={() => upload.open(engine)}
            onDeleted={() => void navigate({ to: paths.list(engine.productId) })}
          />
        </>
      }
    >
      {search['callIt'] === 'true' && (
        <CallItDialog engine={engine} onClose={() => void navigate({ to: pathname, search: {}, replace: true })} />
      )}
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: engine.productName, to: paths.list(engine.productId).slice(0, -'/engines'.length) },
          { label: text('Engines.title'), to: paths.list(engine.productId) },
          { label: engine.name },
        ]}
      />
      <VersionNotice engine={engine} chosen={chosen} />
      <PageTabs
        label={engine.name}
        tabs={tabs.map((id) => ({
          id,
          label: text(tabNames[id]),
          ...(id === 'versions' ? { count: engine.versionCount } : {}),
          content: contents[id],
        }))}
        current={tab}
        onChange={(id) =>
          void navigate({
            to: paths.engine(engine, engineTabs.find((one) => one === id) ?? 'overview'),
            search: chosen === undefined ? {} : { version: chosen },
          })
        }
      />
      {isClosed && (
        <EmptyState
          icon={<IconLock />}
          title={text('Engine.tabClosed.title', { tab: text(tabNames[asked]) })}
          text={text('Engine.tabClosed.text', { owner: engine.owner })}
        />
      )}
      {upload.dialog}
    </Page>
  )
}

/** A notice if the page shows another version than the running one; for a draft, with a button to publish it. */
function VersionNotice({ engine, chosen }: { engine: EngineDetail; chosen: string | undefined }) {
  const text = useText()
  const serverText = useServerText()
  const paths = useEnginePaths()
  const { version } = engine
  const draft = version.state === 'Draft'
  if (chosen === undefined && !draft) return null
  return (
    <>
      <Alert
        className={classes.notice ?? ''}
        variant="light"
        color={version.blockedBecause === null ? 'petrol' : 'red'}
        icon={version.blockedBecause === null ? <IconInfoCircle /> : <IconAlertTriangle />}
      >
        <div className={classes.noticeLine}>
          <span>
            {text(draft ? 'Engine.draftNotice' : 'Engine.versionNotice', { revision: version.revision })}
            {version.blockedBecause !== null &&
              ` ${text('UploadSummary.blocked')}: ${serverText(version.blockedBecause)}`}
          </span>
          <span className={classes.noticeActions}>
            {chosen !== undefined && (
              <Button component={Link} to={paths.engine(engine)} variant="default" size="xs">
                {text('Engine.showRunning')}
              </Button>
            )}
            {draft && mayEngine('edit', engine) && (
              <Button
                size="xs"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={paths.engine(engine, 'review')}
                    search={chosen === undefined ? {} : { version: chosen }}
                  />
                )}
              >
                {text('Engine.review')}
              </Button>
            )}
          </span>
        </div>
      </Alert>
    </>
  )
}

function EngineSkeleton() {
  const text = useText()
  return (
    <Page
      title={text('Loading.label')}
      heading={<Skeleton height="var(--sw-skeleton-title)" width="30%" />}
      facts={<>&nbsp;</>}
    >
      <output aria-label={text('Loading.label')}>
        <Skeleton height="var(--sw-skeleton-block)" />
      </output>
    </Page>
  )
}
