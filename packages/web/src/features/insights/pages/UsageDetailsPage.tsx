import { Button, Select, Stack } from '@mantine/core'
import { IconChartBar, IconFileTypeCsv } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { csvBlob } from '../../../ui/csv.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useProduct } from '../../products/queries.ts'
import { groupName } from '../group-name.ts'
import { ownZone } from '../insights-state.ts'
import { type UsageDetails, useUsageDetails } from '../queries.ts'

const choices = [3, 6, 12, 24, 36]

/** A product's calls by engine and month, and its callers. */
export function UsageDetailsPage() {
  const text = useText()
  const home = useProductHome()
  const navigate = useNavigate()
  const downloads = useDownloads()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const months = choices.find((count) => String(count) === search['months']) ?? 12
  const product = useProduct(productId)
  const usage = useUsageDetails(productId, months, ownZone)

  function save(data: UsageDetails) {
    const engines = data.engines.flatMap(({ serviceName, months: values }) =>
      values.map(({ calls, errors, records }, index) => [
        serviceName,
        data.months[index] ?? '',
        calls,
        errors,
        records,
      ]),
    )
    const headings = [
      text('Insights.engine'),
      text('Insights.byMonth'),
      text('Insights.calls'),
      text('Insights.errors'),
      text('Insights.records'),
    ]
    const blob = csvBlob([headings, ...engines])
    void downloads.save(() => Promise.resolve({ blob, fileName: undefined }), 'usage-details.csv')
  }

  return (
    <Page
      title={text('UsageDetails.title')}
      actions={
        <>
          <Select
            aria-label={text('UsageDetails.months')}
            data={choices.map((count) => ({ value: String(count), label: text('UsageDetails.lastMonths', { count }) }))}
            value={String(months)}
            allowDeselect={false}
            onChange={(value) => void navigate({ to: '.', search: { months: value ?? '12' } })}
          />
          <Button
            variant="default"
            leftSection={<IconFileTypeCsv />}
            disabled={usage.data === undefined}
            onClick={() => usage.data !== undefined && save(usage.data)}
          >
            {text('Insights.csv')}
          </Button>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: home(productId) },
          { label: text('UsageDetails.title') },
        ]}
      />
      {usage.isPending && <LoadingBlock />}
      {usage.isError && <FailureState error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data !== undefined && <Details data={usage.data} />}
    </Page>
  )
}

type EngineRow = UsageDetails['engines'][number]
type CallerRow = UsageDetails['callers'][number]

function Details({ data }: { data: UsageDetails }) {
  const text = useText()
  const intl = useIntl()
  const number = (value: number) => intl.formatNumber(value)
  const totalOf = ({ months }: EngineRow) => months.reduce((sum, { calls }) => sum + calls, 0)
  const engineColumns: Column<EngineRow>[] = [
    {
      id: 'name',
      heading: text('Insights.engine'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ serviceName }) => serviceName,
    },
    {
      id: 'total',
      heading: text('UsageDetails.total'),
      width: 100,
      align: 'end',
      renderCell: (row) => number(totalOf(row)),
    },
    // The newest month comes first, because a narrow page cuts off the last columns.
    ...data.months
      .map(
        (month, index): Column<EngineRow> => ({
          id: month,
          heading: month,
          width: 84,
          align: 'end',
          renderCell: ({ months }) => number(months[index]?.calls ?? 0),
        }),
      )
      .reverse(),
  ]
  const callerColumns: Column<CallerRow>[] = [
    {
      id: 'name',
      heading: text('Insights.caller'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: (caller) => groupName(text, 'caller', caller),
    },
    {
      id: 'calls',
      heading: text('Insights.calls'),
      width: 110,
      align: 'end',
      renderCell: ({ calls }) => number(calls),
    },
    {
      id: 'errors',
      heading: text('Insights.errors'),
      width: 140,
      align: 'end',
      renderCell: ({ errors }) => number(errors),
    },
    {
      id: 'records',
      heading: text('Insights.records'),
      width: 110,
      align: 'end',
      renderCell: ({ records }) => number(records),
    },
  ]
  const nothing = (
    <EmptyState icon={<IconChartBar />} title={text('Insights.noCalls')} text={text('UsageDetails.empty')} />
  )
  const used = data.engines.filter((engine) => totalOf(engine) > 0).sort((a, b) => totalOf(b) - totalOf(a))
  return (
    <Stack gap="lg">
      {used.length > 0 && (
        <Panel title={text('UsageDetails.byMonth')}>
          <Chart
            title={text('UsageDetails.chart')}
            kind="stacked"
            x={{ label: text('Insights.byMonth') }}
            y={{ label: text('Insights.calls') }}
            points={data.months}
            series={used.slice(0, 6).map(({ serviceName, months }) => ({
              name: serviceName,
              values: months.map(({ calls }) => calls),
            }))}
          />
        </Panel>
      )}
      <Panel title={text('UsageDetails.engines')}>
        <DataTable
          id="usage-engines"
          label={text('UsageDetails.engines')}
          columns={engineColumns}
          rows={data.engines}
          rowKey={({ id }) => id}
          skeletonRows={4}
          dense
          empty={nothing}
        />
      </Panel>
      <Panel title={text('UsageDetails.callers')}>
        <DataTable
          id="usage-callers"
          label={text('UsageDetails.callers')}
          columns={callerColumns}
          rows={data.callers}
          rowKey={({ key }) => key}
          skeletonRows={4}
          dense
          empty={nothing}
        />
      </Panel>
    </Stack>
  )
}
