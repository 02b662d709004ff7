import { Select, Skeleton, Text } from '@mantine/core'
import { IconChartHistogram } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { formatDay } from '../../../platform/messages/dates.ts'
import { type Text as TextOf, useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { measures } from '../../../ui/theme.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import type { InsightsState } from '../insights-state.ts'
import { type Distribution, useDistributions } from '../queries.ts'
import classes from './Insights.module.css'

interface ValuePanelProps {
  readonly engineId: string
  readonly state: InsightsState
  readonly moments: { readonly from: number; readonly to: number }
  readonly onChange: (part: Partial<InsightsState>) => void
}

const dayMs = 86_400_000

/** The distribution of inputs and outputs by week, and its shift from the week before. */
export function ValuePanel({ engineId, state, moments, onChange }: ValuePanelProps) {
  const text = useText()
  // A single week has none before it to compare with.
  const from = formatDay(new Date(Math.min(moments.from, moments.to - 14 * dayMs)), 'UTC')
  const to = formatDay(new Date(moments.to), 'UTC')
  const address = { product: state.filter.product ?? '', engine: engineId }
  const distributions = useDistributions(address, from, to)
  return (
    <Panel title={text('Insights.values')}>
      {distributions.isPending && <Skeleton height={measures.chartHeight} />}
      {distributions.isError && (
        <FailureState error={distributions.error} onRetry={() => void distributions.refetch()} />
      )}
      {distributions.data?.length === 0 && (
        <EmptyState
          icon={<IconChartHistogram />}
          title={text('Insights.noValues')}
          text={text('Insights.noValuesText')}
        />
      )}
      {distributions.data !== undefined && distributions.data.length > 0 && (
        <Distributions all={distributions.data} chosen={state.value} onChoose={(value) => onChange({ value })} />
      )}
    </Panel>
  )
}

interface DistributionsProps {
  readonly all: readonly Distribution[]
  readonly chosen: string | undefined
  readonly onChoose: (value: string) => void
}

function Distributions({ all, chosen, onChoose }: DistributionsProps) {
  const text = useText()
  const intl = useIntl()
  const shown = all.find((each) => keyOf(each) === chosen) ?? all[0]
  const columns: Column<Distribution>[] = [
    {
      id: 'name',
      heading: text('Insights.valueName'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ name }) => name,
    },
    {
      id: 'direction',
      heading: text('Insights.direction'),
      width: 110,
      renderCell: ({ direction }) => directionText(text, direction),
    },
    {
      id: 'calls',
      heading: text('Insights.valuesSeen'),
      width: 130,
      align: 'end',
      renderCell: ({ weeks }) => intl.formatNumber(weeks.reduce((sum, { calls }) => sum + calls, 0)),
    },
    {
      id: 'drift',
      heading: text('Insights.drift'),
      width: 220,
      renderCell: ({ weeks }) => driftText(text, intl.formatNumber, weeks.at(-1)?.drift ?? null),
    },
  ]
  if (shown === undefined) return null
  return (
    <div className={classes.values}>
      <Text c="dimmed" size="sm">
        {text('Insights.valuesAbout')}
      </Text>
      <DataTable
        id="insights-values"
        label={text('Insights.values')}
        columns={columns}
        rows={all}
        rowKey={keyOf}
        skeletonRows={3}
        dense
        onOpen={(distribution) => onChoose(keyOf(distribution))}
        empty={null}
      />
      <Select
        label={text('Insights.shownValue')}
        className={classes.valueChoice ?? ''}
        data={all.map((each) => ({
          value: keyOf(each),
          label: `${each.name} (${directionText(text, each.direction)})`,
        }))}
        value={keyOf(shown)}
        searchable
        allowDeselect={false}
        onChange={(value) => value !== null && onChoose(value)}
      />
      <DistributionChart distribution={shown} />
    </div>
  )
}

/** Maximum number of weeks in one chart. */
const mostWeeks = 6

function DistributionChart({ distribution }: { distribution: Distribution }) {
  const text = useText()
  const intl = useIntl()
  const weeks = distribution.weeks.slice(-mostWeeks)
  const buckets = [
    ...new Map(weeks.flatMap((week) => week.buckets).map((each) => [`${each.kind} ${each.bucket}`, each])).values(),
  ]
  buckets.sort((a, b) => placeOf(a) - placeOf(b) || a.bucket.localeCompare(b.bucket))
  const shareOf = (week: Distribution['weeks'][number], { kind, bucket }: { kind: string; bucket: string }) =>
    (week.buckets.find((each) => each.kind === kind && each.bucket === bucket)?.calls ?? 0) / Math.max(1, week.calls)
  return (
    <Chart
      title={text('Insights.distribution', { name: distribution.name })}
      kind="bar"
      x={{ label: distribution.name }}
      y={{ label: text('Insights.share'), unit: '%' }}
      points={buckets.map((bucket) => bucketText(text, bucket))}
      series={weeks.map((week) => ({
        name: text('Insights.week', { day: week.week }),
        values: buckets.map((bucket) => shareOf(week, bucket) * 100),
      }))}
      formatValue={(value) => intl.formatNumber(value, { maximumFractionDigits: 1 })}
    />
  )
}

function keyOf({ direction, name }: Distribution): string {
  return `${direction}:${name}`
}

function directionText(text: TextOf, direction: Distribution['direction']): string {
  return text(direction === 'input' ? 'Insights.input' : 'Insights.output')
}

type Bucket = Distribution['weeks'][number]['buckets'][number]

function placeOf({ kind, bucket }: Bucket): number {
  if (kind === 'blank') return -Infinity
  return kind === 'number' ? Number(bucket) : Number.MAX_VALUE
}

/** Numbers are counted by their leading digit: 30 stands for 30 up to 40. */
function bucketText(text: TextOf, { kind, bucket }: Bucket): string {
  if (kind === 'blank') return text('Insights.blank')
  if (kind !== 'number' || bucket === '0') return bucket
  const bound = Number(bucket)
  const size = 10 ** Math.floor(Math.log10(Math.abs(bound)))
  const other = Number((bound + Math.sign(bound) * size).toPrecision(2))
  return text('Insights.bucket', { from: String(Math.min(bound, other)), to: String(Math.max(bound, other)) })
}

function driftText(
  text: TextOf,
  format: (value: number, options: { maximumFractionDigits: number }) => string,
  drift: number | null,
): string {
  if (drift === null) return text('Insights.driftUnknown')
  const value = format(drift, { maximumFractionDigits: 2 })
  if (drift < 0.1) return text('Insights.driftStable', { value })
  return text(drift < 0.25 ? 'Insights.driftSome' : 'Insights.driftStrong', { value })
}
