import { Button, Select } from '@mantine/core'
import type { TestBed } from '@sheetwright/contract/test-beds/test-bed.ts'
import { IconFlask, IconHistory, IconRepeat, IconSearchOff, IconUpload, IconWand } from '@tabler/icons-react'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { DayRangeInput } from '../../../ui/DayRangeInput.tsx'
import { runStatusNames } from '../run-status-names.ts'
import { useProduct } from '../../products/queries.ts'
import { GenerateDialog } from '../parts/GenerateDialog.tsx'
import { PublishGate } from '../parts/PublishGate.tsx'
import { RegressionDialog } from '../parts/RegressionDialog.tsx'
import { RunTable } from '../parts/RunTable.tsx'
import { TemplateList } from '../parts/TemplateList.tsx'
import { UploadTestBedDialog } from '../parts/UploadTestBedDialog.tsx'
import { pageSize, type RunFilter, useTestBeds, useTestRuns } from '../queries.ts'
import { useTestPaths } from '../test-paths.ts'
import { runKindNames } from '../test-names.ts'

type Search = Readonly<Record<string, string | undefined>>

/** The test centre of a product: its test beds, and the log of all their runs. */
export function TestCentrePage() {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  const paths = useTestPaths(productId)
  const [uploading, setUploading] = useState(false)
  const [generating, setGenerating] = useState(false)
  const [regressing, setRegressing] = useState(false)
  const mayEdit = product.data !== undefined && product.data.access !== 'view'
  const hasGate = product.data?.access === 'manage'
  // A link to the gate leads those who have none to the test beds.
  const tabs = ['templates', 'logs', ...(hasGate || product.isPending ? ['gate'] : [])]
  const tab = tabs.find((id) => pathname.endsWith(`/${id}`)) ?? 'beds'
  return (
    <Page
      title={text('Tests.title')}
      actions={
        mayEdit && (
          <>
            <Button variant="default" leftSection={<IconRepeat />} onClick={() => setRegressing(true)}>
              {text('Regression.title')}
            </Button>
            <Button variant="default" leftSection={<IconWand />} onClick={() => setGenerating(true)}>
              {text('Tests.generate')}
            </Button>
            <Button leftSection={<IconUpload />} onClick={() => setUploading(true)}>
              {text('Tests.upload')}
            </Button>
          </>
        )
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: paths.product },
          { label: text('Tests.title') },
        ]}
      />
      <PageTabs
        label={text('Tests.title')}
        tabs={[
          {
            id: 'beds',
            label: text('Tests.testBeds'),
            content: <TestBedList productId={productId} onUpload={mayEdit ? () => setUploading(true) : undefined} />,
          },
          {
            id: 'templates',
            label: text('TestTemplate.title'),
            content: <TemplateList productId={productId} mayEdit={mayEdit} />,
          },
          { id: 'logs', label: text('Tests.logs'), content: <RunLog productId={productId} /> },
          ...(hasGate
            ? [{ id: 'gate', label: text('Gate.title'), content: <PublishGate productId={productId} /> }]
            : []),
        ]}
        current={tab}
        onChange={(id) => void navigate({ to: id === 'beds' ? paths.home : `${paths.home}/${id}` })}
      />
      {generating && (
        <GenerateDialog
          productId={productId}
          onClose={() => setGenerating(false)}
          onGenerated={(id) => void navigate({ to: paths.bed(id) })}
          onReplaying={(id) => void navigate({ to: paths.run(id) })}
        />
      )}
      {regressing && <RegressionDialog productId={productId} onClose={() => setRegressing(false)} />}
      {uploading && (
        <UploadTestBedDialog
          productId={productId}
          onClose={() => setUploading(false)}
          onUploaded={(id) => void navigate({ to: paths.bed(id) })}
        />
      )}
    </Page>
  )
}

function TestBedList({ productId, onUpload }: { productId: string; onUpload: (() => void) | undefined }) {
  const text = useText()
  const intl = useIntl()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Search = useSearch({ strict: false })
  const paths = useTestPaths(productId)
  const page = pageOf(search)
  const name = search['search'] ?? ''
  const beds = useTestBeds(productId, name, page)
  const columns: Column<TestBed>[] = [
    {
      id: 'name',
      heading: text('Tests.name'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: (bed) => <NameAndDetail name={bed.name} detail={bed.serviceName} />,
    },
    { id: 'version', heading: text('Tests.version'), width: 88, align: 'end', renderCell: (bed) => bed.version ?? '' },
    {
      id: 'cases',
      heading: text('Tests.cases'),
      width: 104,
      align: 'end',
      renderCell: (bed) => <span className="mono">{intl.formatNumber(bed.noOfTest)}</span>,
    },
    { id: 'by', heading: text('Tests.createdBy'), width: 160, renderCell: (bed) => bed.createdBy },
    {
      id: 'updated',
      heading: text('Tests.updated'),
      width: 148,
      renderCell: (bed) => <RelativeMoment value={bed.updatedAt} />,
    },
  ]
  const go = (next: Search) => void navigate({ to: pathname, search: next })
  if (beds.isError) return <FailureState error={beds.error} onRetry={() => void beds.refetch()} />
  return (
    <>
      <FilterBar
        searchLabel={text('Tests.search')}
        search={name}
        onSearch={(value) => go({ search: value === '' ? undefined : value })}
      />
      <DataTable
        id="test-beds"
        label={text('Tests.testBeds')}
        columns={columns}
        rows={beds.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={pageSize}
        onOpen={({ id }) => void navigate({ to: paths.bed(id) })}
        empty={
          name === '' ? (
            <EmptyState
              icon={<IconFlask />}
              title={text('Tests.empty.title')}
              text={text('Tests.empty.text')}
              action={
                onUpload && (
                  <Button leftSection={<IconUpload />} onClick={onUpload}>
                    {text('Tests.upload')}
                  </Button>
                )
              }
            />
          ) : (
            <EmptyState
              icon={<IconSearchOff />}
              title={text('Tests.noMatch.title')}
              text={text('Tests.noMatch.text')}
            />
          )
        }
      />
      {beds.data !== undefined && beds.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={beds.data.count}
          onChange={(next) => go({ ...search, page: String(next) })}
        />
      )}
    </>
  )
}

const statuses = ['Pending', 'InProgress', 'Success', 'Fail', 'Cancelled'] as const
const runKinds = ['test', 'replay', 'regression'] as const

/** Every run of the product, with filters in the address. */
function RunLog({ productId }: { productId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Search = useSearch({ strict: false })
  const paths = useTestPaths(productId)
  const page = pageOf(search)
  const { status, kind, from, to } = search
  const filter: RunFilter = { productId, status, kind, from, to, testbedName: search['search'] }
  const runs = useTestRuns(filter, page)
  const narrow = (part: Search) => void navigate({ to: pathname, search: { ...search, page: undefined, ...part } })
  const isNarrowed = [status, kind, from, to, search['search']].some((value) => value !== undefined)
  return (
    <>
      <FilterBar
        searchLabel={text('Tests.search')}
        search={search['search'] ?? ''}
        onSearch={(value) => narrow({ search: value === '' ? undefined : value })}
        filters={
          <>
            <Select
              aria-label={text('Users.status')}
              placeholder={text('Users.status')}
              clearable
              data={statuses.map((value) => ({ value, label: text(runStatusNames[value]) }))}
              value={status ?? null}
              onChange={(value) => narrow({ status: value ?? undefined })}
            />
            <Select
              aria-label={text('Tests.kind')}
              placeholder={text('Tests.kind')}
              clearable
              data={runKinds.map((value) => ({ value, label: text(runKindNames[value]) }))}
              value={kind ?? null}
              onChange={(value) => narrow({ kind: value ?? undefined })}
            />
            <DayRangeInput from={from} to={to} onChange={narrow} />
          </>
        }
      />
      {runs.isError ? (
        <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <RunTable
          id="test-log"
          runs={runs.data?.items}
          onOpen={({ id }) => void navigate({ to: paths.run(id) })}
          empty={
            isNarrowed ? (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('Tests.noRunMatch.title')}
                text={text('Tests.noMatch.text')}
              />
            ) : (
              <EmptyState icon={<IconHistory />} title={text('Tests.noRuns.title')} text={text('Tests.noRuns.text')} />
            )
          }
        />
      )}
      {runs.data !== undefined && runs.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={runs.data.count}
          onChange={(next) => narrow({ page: String(next) })}
        />
      )}
    </>
  )
}

function pageOf(search: Search): number {
  const page = Number(search['page'])
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}
