import { Select } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useEngine, useEngineVersions } from '../../engines/queries.ts'
import { CompareRuns } from '../parts/CompareRuns.tsx'
import { EngineDocs } from '../parts/EngineDocs.tsx'
import { RunHistory } from '../parts/RunHistory.tsx'
import { Workbench } from '../parts/Workbench.tsx'
import { executeBody, type EngineAddress, type TesterRun } from '../run.ts'
import { defaultsOf, portsOf, useTesterState } from '../tester-state.ts'
import { useBookmarkedInputs } from '../use-bookmarked-inputs.ts'
import { useReopenedCall } from '../use-reopened-call.ts'

const views = ['test', 'review', 'docs'] as const

type View = (typeof views)[number]

/** The API tester: run an engine, look at earlier runs, copy the request as code. */
export function TesterPage() {
  const { productId, engineId } = useParams({ strict: false }) as { productId: string; engineId: string }
  const { version } = useSearch({ strict: false }) as { version?: string }
  const engine = useEngine(productId, engineId, version)
  if (engine.isPending) return <LoadingBlock />
  if (engine.isError) return <FailureState error={engine.error} onRetry={() => void engine.refetch()} />
  return <Tester key={engine.data.version.id} engine={engine.data} versionGiven={version !== undefined} />
}

function Tester({ engine, versionGiven }: { engine: EngineDetail; versionGiven: boolean }) {
  const text = useText()
  const navigate = useNavigate()
  const { view: named } = useParams({ strict: false }) as { view?: string }
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const view = views.find((each) => each === named) ?? 'test'
  const { state, latest, change, addRun } = useTesterState(engine.id)
  const { pathname } = useLocation()
  const prefix = pathname.startsWith('/shared/') ? '/shared' : ''
  const home = `${prefix}/products/${encodeURIComponent(engine.productId)}`
  const address: EngineAddress = {
    product: engine.productId,
    engine: engine.id,
    subservice: state.subservice,
    versionId: versionGiven ? engine.version.id : null,
  }
  const ports = portsOf(engine.interface, state.subservice)
  useReopenedCall(engine, change)
  useBookmarkedInputs(latest, change)

  function show(next: View) {
    void navigate({ to: `${home}/engines/${engine.id}/apiTester/${next}`, search })
  }

  function reopen(run: TesterRun) {
    change({ inputs: run.inputs })
    show('test')
  }

  return (
    <Page
      title={engine.serviceName}
      facts={<span className="mono">{engine.version.revision}</span>}
      actions={<VersionChoice engine={engine} versionGiven={versionGiven} />}
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: engine.productName, to: home },
          { label: text('Engines.title'), to: `${home}/engines` },
          { label: engine.serviceName, to: `${home}/engines/${engine.id}` },
          { label: text('Tester.title') },
        ]}
      />
      <PageTabs
        label={text('Tester.title')}
        current={view}
        onChange={(id) => show(id as View)}
        tabs={[
          {
            id: 'test',
            label: text('Tester.test'),
            content: (
              <Workbench
                address={address}
                engine={engine}
                ports={engine.interface}
                state={state}
                latest={latest}
                onChange={change}
                onRun={addRun}
              />
            ),
          },
          {
            id: 'review',
            label: text('Tester.review'),
            count: state.runs.length,
            content: (
              <>
                <Panel title={text('Tester.history')}>
                  <RunHistory runs={state.runs} onOpen={reopen} />
                </Panel>
                <Panel title={text('Tester.compare.title')}>
                  <CompareRuns runs={state.runs} {...ports} />
                </Panel>
              </>
            ),
          },
          {
            id: 'docs',
            label: text('Tester.docs'),
            content: (
              <EngineDocs
                engine={engine}
                body={executeBody(address, state.inputs ?? defaultsOf(ports.inputs), state.purpose)}
              />
            ),
          },
        ]}
      />
    </Page>
  )
}

/** The version in effect, unless the address names another. */
function VersionChoice({ engine, versionGiven }: { engine: EngineDetail; versionGiven: boolean }) {
  const text = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const versions = useEngineVersions(engine.productId, engine.id)
  const choices = (versions.data ?? []).map(({ id, revision }) => ({ value: id, label: revision }))
  return (
    <Select
      aria-label={text('Tester.revision')}
      data={[{ value: '', label: text('Tester.inEffect') }, ...choices]}
      value={versionGiven ? engine.version.id : ''}
      onChange={(id) => void navigate({ to: '.', search: { ...search, version: id || undefined } })}
      allowDeselect={false}
    />
  )
}
