import { Stack } from '@mantine/core'
import type { PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { EngineSelect } from '../../engines/parts/EngineSelect.tsx'
import { MappingEditor } from '../parts/MappingEditor.tsx'
import { PolicyRunChip } from '../parts/PolicyRunChip.tsx'
import { PolicyRunPanel } from '../parts/PolicyRunPanel.tsx'
import { policyPageSize, usePolicyRuns } from '../queries.ts'

type Search = Readonly<Record<string, string | undefined>>

/** Computes whole policy extracts with an engine. */
export function PolicyRunsPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { product, engine, mapping, number, run } = search

  function change(part: Search) {
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '/tools/policy-runs', search: Object.fromEntries(next) })
  }

  return (
    <Page title={text('Policies.title')} facts={<span>{text('Policies.about')}</span>}>
      <PageTrail items={[{ label: text('Policies.title') }]} />
      <Stack gap="lg">
        {run !== undefined && <PolicyRunPanel key={run} id={run} onClear={() => change({ run: undefined })} />}
        <Panel title={text('Policies.engine')}>
          <EngineSelect
            label={text('DataLoad.engine')}
            value={product === undefined || engine === undefined ? undefined : { product, engine }}
            onChange={(chosen) => change({ ...chosen, mapping: undefined, number: undefined })}
          />
        </Panel>
        {product !== undefined && engine !== undefined && (
          <MappingEditor
            key={engine}
            product={product}
            engine={engine}
            mappingId={mapping}
            number={number}
            onChoose={(id, version) => change({ mapping: id, number: version })}
            onRun={(id) => change({ run: id })}
          />
        )}
        <Runs page={Math.max(1, Math.trunc(Number(search['page'])) || 1)} change={change} />
      </Stack>
    </Page>
  )
}

function Runs({ page, change }: { page: number; change: (part: Search) => void }) {
  const text = useText()
  const runs = usePolicyRuns(page)
  const columns: Column<PolicyRun>[] = [
    {
      id: 'file',
      heading: text('Policies.extract'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: ({ fileName }) => fileName,
    },
    {
      id: 'engine',
      heading: text('DataLoad.engine'),
      width: 200,
      renderCell: ({ serviceName, revision }) => `${serviceName} ${revision}`,
    },
    {
      id: 'read',
      heading: text('Policies.records'),
      width: 110,
      align: 'end',
      renderCell: ({ read }) => text('Page.count', { count: read }),
    },
    {
      id: 'rejected',
      heading: text('Policies.rejected'),
      width: 110,
      align: 'end',
      renderCell: ({ rejected }) => text('Page.count', { count: rejected }),
    },
    {
      id: 'status',
      heading: text('DataLoad.state'),
      width: 130,
      renderCell: ({ taskQueue }) => <PolicyRunChip {...taskQueue} />,
    },
    {
      id: 'at',
      heading: text('DataLoad.at'),
      width: 150,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
  ]
  if (runs.isError) return <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
  return (
    <Panel title={text('Policies.runs')}>
      <DataTable
        id="policy-runs"
        label={text('Policies.runs')}
        dense
        columns={columns}
        rows={runs.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={3}
        onOpen={({ id }) => change({ run: id })}
        empty={
          <EmptyState icon={<IconFileImport />} title={text('Policies.noRuns')} text={text('Policies.noRuns.text')} />
        }
      />
      <Pager
        page={page}
        pageSize={policyPageSize}
        count={runs.data?.count ?? 0}
        onChange={(next) => change({ page: String(next) })}
      />
    </Panel>
  )
}
