import { Stack } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { IconTable } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { portfolioPageSize, usePortfolioRuns } from '../queries.ts'
import { ChoosePortfolio } from './ChoosePortfolio.tsx'
import { PortfolioPanel } from './PortfolioPanel.tsx'
import { PortfolioStatusChip } from './PortfolioStatusChip.tsx'

type Search = Readonly<Record<string, string | undefined>>

/** Computes files of records with an engine. */
export function PortfolioView({ engine }: { engine: EngineDetail }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Search = useSearch({ strict: false })
  const { run } = search

  function change(part: Search) {
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: pathname, search: Object.fromEntries(next) })
  }

  return (
    <Stack gap="lg">
      {run === undefined ? (
        <ChoosePortfolio engine={engine} onChecked={(id) => change({ run: id })} />
      ) : (
        <PortfolioPanel key={run} id={run} onClear={() => change({ run: undefined })} />
      )}
      <Runs
        engineId={engine.id}
        page={Math.max(1, Math.trunc(Number(search['page'])) || 1)}
        onPage={(page) => change({ page: String(page) })}
        onOpen={(id) => change({ run: id })}
      />
    </Stack>
  )
}

interface RunsProps {
  readonly engineId: string
  readonly page: number
  readonly onPage: (page: number) => void
  readonly onOpen: (run: string) => void
}

function Runs({ engineId, page, onPage, onOpen }: RunsProps) {
  const text = useText()
  const runs = usePortfolioRuns(engineId, page)
  const columns: Column<PortfolioRun>[] = [
    {
      id: 'file',
      heading: text('Portfolio.file'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: ({ fileName }) => fileName,
    },
    {
      id: 'version',
      heading: text('Portfolio.version'),
      width: 100,
      renderCell: ({ revision }) => revision,
    },
    {
      id: 'records',
      heading: text('Portfolio.records'),
      width: 120,
      align: 'end',
      renderCell: ({ records }) => text('Page.count', { count: records }),
    },
    {
      id: 'refused',
      heading: text('Portfolio.refused'),
      width: 120,
      align: 'end',
      renderCell: ({ refused }) => text('Page.count', { count: refused }),
    },
    {
      id: 'status',
      heading: text('DataLoad.state'),
      width: 140,
      renderCell: ({ status }) => <PortfolioStatusChip status={status} />,
    },
    { id: 'by', heading: text('Portfolio.by'), width: 160, renderCell: ({ createdBy }) => createdBy },
    {
      id: 'at',
      heading: text('DataLoad.at'),
      width: 150,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
  ]
  if (runs.isError) return <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
  return (
    <Panel title={text('Portfolio.runs')}>
      <DataTable
        id="portfolio-runs"
        label={text('Portfolio.runs')}
        dense
        columns={columns}
        rows={runs.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={3}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <EmptyState icon={<IconTable />} title={text('Portfolio.noRuns')} text={text('Portfolio.noRuns.text')} />
        }
      />
      <Pager page={page} pageSize={portfolioPageSize} count={runs.data?.count ?? 0} onChange={onPage} />
    </Panel>
  )
}
