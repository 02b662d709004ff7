import { Select } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { CostAdvice, VersionProfile } from '@sheetwright/contract/look-inside/profile-version.ts'
import { IconMathFunction } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useEngine, useEngineVersions } from '../../engines/queries.ts'
import { DurationPanel } from '../../insights/parts/DurationPanel.tsx'
import { NotablePanel } from '../../insights/parts/NotablePanel.tsx'
import { useFlags } from '../../system/queries.ts'
import { useProfile } from '../queries.ts'
import { CellLink } from './CellLink.tsx'
import classes from './PerformanceView.module.css'

type Family = VersionProfile['families'][number]

/** The time of a version by sheet and formula, with advice, and compared with another version. */
export function PerformanceView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const versions = useEngineVersions(engine.productId, engine.id)
  const others = (versions.data ?? []).filter(({ id }) => id !== engine.version.id)
  const against = others.find(({ revision }) => revision === search['against'])
  const address = { product: engine.productId, engine: engine.id }
  const profile = useProfile({ ...address, version: engine.version.id })
  const earlier = useProfile({ ...address, version: against?.id ?? engine.version.id })
  const earlierEngine = useEngine(engine.productId, engine.id, against?.id ?? engine.version.id)
  const hasInsights = useFlags()('ShowInsights')
  const failed = profile.error ?? earlier.error ?? earlierEngine.error
  if (failed !== null) return <FailureState error={failed} onRetry={() => void profile.refetch()} />
  if (profile.data === undefined || earlier.data === undefined || earlierEngine.data === undefined)
    return <LoadingBlock />
  const before =
    against === undefined
      ? undefined
      : { revision: against.revision, profile: earlier.data, build: earlierEngine.data.build }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Facts engine={engine} profile={profile.data} before={before} />
        {others.length > 0 && (
          <Select
            label={text('Performance.against')}
            placeholder={text('Performance.againstNone')}
            clearable
            clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
            data={others.map(({ revision }) => revision)}
            value={against?.revision ?? null}
            onChange={(value) => void navigate({ to: '.', search: { ...search, against: value ?? undefined } })}
          />
        )}
      </div>
      {profile.data.families.length === 0 ? (
        <EmptyState
          icon={<IconMathFunction />}
          title={text('Performance.empty')}
          text={text('Performance.emptyText')}
        />
      ) : (
        <>
          <SheetShares revision={engine.version.revision} profile={profile.data} before={before} />
          <Families engine={engine} profile={profile.data} before={before} />
        </>
      )}
      {hasInsights && <RealCalls engine={engine} />}
    </div>
  )
}

const monthMillis = 30 * 86_400_000

/** Durations of the calls of the last 30 days, by version, and the slowest of them. */
function RealCalls({ engine }: { readonly engine: EngineDetail }) {
  const [range] = useState(() => ({
    from: new Date(Date.now() - monthMillis).toISOString(),
    to: new Date().toISOString(),
    filter: { engine: [engine.id] },
  }))
  return (
    <>
      <DurationPanel range={range} />
      <NotablePanel range={range} />
    </>
  )
}

interface Earlier {
  readonly revision: string
  readonly profile: VersionProfile
  readonly build: EngineDetail['build']
}

interface ProfileProps {
  readonly profile: VersionProfile
  readonly before: Earlier | undefined
}

function Facts({ engine, profile, before }: ProfileProps & { readonly engine: EngineDetail }) {
  const text = useText()
  const intl = useIntl()
  const number = (value: number) => intl.formatNumber(value, { maximumSignificantDigits: 4 })
  const sizes = useSizes()
  const { build } = engine
  const fact = (label: MessageId, valueOf: (of: Pick<Earlier, 'profile' | 'build'>) => string) => {
    const now = valueOf({ profile, build })
    const value = before === undefined ? now : text('Performance.fromTo', { before: valueOf(before), now })
    return { label: text(label), value }
  }
  const millis = (value: number) => text('Insights.millis', { value: number(value) })
  return (
    <Tiles
      label={text('Performance.facts')}
      tiles={[
        fact('Performance.work', (of) => number(of.profile.steps)),
        fact('Performance.cells', (of) => intl.formatNumber(of.profile.cells)),
        fact('Performance.memory', (of) => sizes.bytes(of.profile.memoryBytes)),
        fact('Performance.oneRun', (of) => millis(of.build.evalMicros / 1000)),
        fact('Performance.coldStart', (of) => millis(of.build.readMs + of.build.compileMs)),
      ]}
    />
  )
}

function SheetShares({ revision, profile, before }: ProfileProps & { readonly revision: string }) {
  const text = useText()
  const intl = useIntl()
  const names = [...new Set([...profile.sheets, ...(before?.profile.sheets ?? [])].map(({ sheet }) => sheet))]
  const shares = (of: VersionProfile) =>
    names.map((name) => ((of.sheets.find(({ sheet }) => sheet === name)?.steps ?? 0) / Math.max(1, of.steps)) * 100)
  return (
    <Panel title={text('Performance.bySheet')}>
      <Chart
        title={text('Performance.sheetShares')}
        kind="bar"
        x={{ label: text('Performance.sheet') }}
        y={{ label: text('Performance.share'), unit: '%' }}
        points={names}
        series={[
          ...(before === undefined ? [] : [{ name: before.revision, values: shares(before.profile) }]),
          { name: revision, values: shares(profile) },
        ]}
        formatValue={(value) => intl.formatNumber(value, { maximumFractionDigits: 1 })}
      />
    </Panel>
  )
}

function Families({ engine, profile, before }: ProfileProps & { readonly engine: EngineDetail }) {
  const text = useText()
  const intl = useIntl()
  const percent = (part: number, whole: number) =>
    intl.formatNumber(part / Math.max(1, whole), { style: 'percent', maximumFractionDigits: 1 })
  const earlier = (family: Family) =>
    before?.profile.families.find(({ cell, formula }) => cell === family.cell || formula === family.formula)
  const columns: Column<Family>[] = [
    {
      id: 'cell',
      heading: text('Performance.cell'),
      width: 150,
      namesRow: true,
      renderCell: ({ cell }) => <CellLink engine={engine} cell={cell} />,
    },
    {
      id: 'formula',
      heading: text('Performance.formula'),
      width: 260,
      grows: true,
      renderCell: ({ formula }) => <code title={formula}>{formula}</code>,
    },
    {
      id: 'cells',
      heading: text('Performance.cells'),
      width: 90,
      align: 'end',
      renderCell: ({ cells }) => intl.formatNumber(cells),
    },
    {
      id: 'share',
      heading: text('Performance.share'),
      width: 100,
      align: 'end',
      renderCell: ({ steps }) => percent(steps, profile.steps),
    },
    ...(before === undefined
      ? []
      : [
          {
            id: 'before',
            heading: text('Performance.shareIn', { revision: before.revision }),
            width: 130,
            align: 'end' as const,
            renderCell: (family: Family) => {
              const same = earlier(family)
              return same === undefined ? text('Performance.new') : percent(same.steps, before.profile.steps)
            },
          },
        ]),
    {
      id: 'advice',
      heading: text('Performance.advice'),
      width: 380,
      renderCell: ({ advice }) => {
        const sentences = advice.map((each) => adviceText(text, each)).join(' ')
        return sentences === '' ? '–' : <span title={sentences}>{sentences}</span>
      },
    },
  ]
  return (
    <Panel title={text('Performance.byFormula')}>
      <DataTable
        id="performance"
        label={text('Performance.byFormula')}
        columns={columns}
        rows={profile.families}
        rowKey={({ cell }) => cell}
        skeletonRows={5}
        dense
        empty={null}
      />
    </Panel>
  )
}

function adviceText(text: Text, advice: CostAdvice): string {
  switch (advice.code) {
    case 'linearLookup':
      return text('Performance.linearLookup', { cells: advice.cells })
    case 'volatile':
      return text('Performance.volatile', { name: advice.detail })
    case 'repeated':
      return text('Performance.repeated', { times: advice.times })
    case 'largeRange':
      return text('Performance.largeRange', { cells: advice.cells })
    default:
      return advice satisfies never
  }
}
