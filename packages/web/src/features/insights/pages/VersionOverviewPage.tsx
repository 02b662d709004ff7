import { Anchor } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useProduct } from '../../products/queries.ts'
import { useVersionOverview, type VersionOverview } from '../queries.ts'
import classes from './VersionOverviewPage.module.css'

const isDay = /^\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000

type Engine = VersionOverview['engines'][number]
type Version = Engine['versions'][number]

/** All versions of all engines of a product on one timeline, with those in effect on a day. */
export function VersionOverviewPage() {
  const text = useText()
  const home = useProductHome()
  const navigate = useNavigate()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const asked = search['date'] !== undefined && isDay.test(search['date']) ? search['date'] : undefined
  const product = useProduct(productId)
  const overview = useVersionOverview(productId, asked)
  const [today] = useState(() => formatDay(new Date(), 'UTC'))
  const date = asked ?? today
  return (
    <Page
      title={text('VersionOverview.title')}
      actions={
        <DayInput
          wholeDaysOnly
          label={text('VersionOverview.date')}
          value={date}
          onChange={(value) => {
            if (value !== '') void navigate({ to: '.', search: { date: value } })
          }}
        />
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: home(productId) },
          { label: text('VersionOverview.title') },
        ]}
      />
      {overview.isPending && <LoadingBlock />}
      {overview.isError && <FailureState error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data?.engines.length === 0 && (
        <EmptyState
          icon={<IconGitBranch />}
          title={text('VersionOverview.empty')}
          text={text('VersionOverview.emptyText')}
        />
      )}
      {overview.data !== undefined && overview.data.engines.length > 0 && (
        <Overview overview={overview.data} date={date} productId={productId} />
      )}
    </Page>
  )
}

function Overview({ overview, date, productId }: { overview: VersionOverview; date: string; productId: string }) {
  const text = useText()
  const home = useProductHome()
  const line = timeLine(overview, date)
  const rows = overview.engines.flatMap((engine) => engine.versions.map((version) => ({ engine, version })))
  const isEffective = ({ engine, version }: (typeof rows)[number]) => engine.effective === version.id
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: 'engine',
      heading: text('Insights.engine'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ engine }) => (
        <Anchor renderRoot={(props) => <Link {...props} to={`${home(productId)}/engines/${engine.id}`} />}>
          {engine.serviceName}
        </Anchor>
      ),
    },
    { id: 'version', heading: text('Insights.version'), width: 90, renderCell: ({ version }) => version.revision },
    {
      id: 'state',
      heading: text('VersionOverview.state'),
      width: 110,
      renderCell: ({ version }) => text(stateTexts[version.state]),
    },
    {
      id: 'from',
      heading: text('Insights.from'),
      width: 110,
      renderCell: ({ version }) => version.effectiveStart.slice(0, 10),
    },
    {
      id: 'to',
      heading: text('Insights.to'),
      width: 110,
      renderCell: ({ version }) => version.effectiveEnd.slice(0, 10),
    },
    {
      id: 'effective',
      heading: text('VersionOverview.onDay', { date }),
      width: 170,
      renderCell: (row) => (isEffective(row) ? text('VersionOverview.inEffect') : '–'),
    },
  ]
  return (
    <>
      <div className={classes.line} aria-hidden="true">
        <div className={classes.scale}>
          {line.years.map(({ label, left }) => (
            <span key={label} style={{ left }}>
              {label}
            </span>
          ))}
        </div>
        {overview.engines.map((engine) => (
          <div key={engine.id} className={classes.row}>
            <span className={classes.name}>{engine.serviceName}</span>
            <span className={classes.track}>
              {[...engine.versions].reverse().map((version) => (
                <span
                  key={version.id}
                  className={classes.bar}
                  data-state={version.state}
                  data-effective={version.id === engine.effective || undefined}
                  style={line.place(version)}
                >
                  {version.revision}
                </span>
              ))}
              <span className={classes.day} style={{ left: line.day }} />
            </span>
          </div>
        ))}
      </div>
      <DataTable
        id="version-overview"
        label={text('VersionOverview.title')}
        columns={columns}
        rows={rows}
        rowKey={({ version }) => version.id}
        skeletonRows={6}
        dense
        empty={null}
      />
    </>
  )
}

const stateTexts = {
  Draft: 'VersionState.Draft',
  Active: 'VersionState.Active',
  Inactive: 'VersionState.Inactive',
  Archived: 'VersionState.Archived',
} as const

/** Positions as fractions of the timeline. Distant years are cut off: most versions end far in the future. */
function timeLine({ engines }: VersionOverview, date: string) {
  const starts = engines.flatMap(({ versions }) => versions.map(({ effectiveStart }) => Date.parse(effectiveStart)))
  const day = Date.parse(date)
  const from = Math.min(day, ...starts) - 30 * dayMs
  const to = Math.max(day, ...starts) + 180 * dayMs
  const part = (at: number) => `${((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100}%`
  const years: { label: string; left: string }[] = []
  for (let year = new Date(from).getUTCFullYear() + 1; Date.UTC(year, 0) < to; year++)
    years.push({ label: String(year), left: part(Date.UTC(year, 0)) })
  return {
    years,
    day: part(day),
    place: ({ effectiveStart, effectiveEnd }: Version) => {
      const [start, end] = [Date.parse(effectiveStart), Math.min(Date.parse(effectiveEnd), to)]
      return { left: part(start), width: `${(Math.max(0, end - Math.max(start, from)) / (to - from)) * 100}%` }
    },
  }
}
