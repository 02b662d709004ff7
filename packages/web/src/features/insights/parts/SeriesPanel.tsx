import { Select, Skeleton } from '@mantine/core'
import { type CounterName, counterNames, type Dimension } from '@sheetwright/contract/insights/usage.ts'
import type { Interval } from '@sheetwright/contract/insights/zone-days.ts'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { measures } from '../../../ui/theme.ts'
import { groupName } from '../group-name.ts'
import { intervalOf, type InsightsState } from '../insights-state.ts'
import { type UsageRange, type UsageSeries, useSeries } from '../queries.ts'
import { counterTitles, dimensionNames } from './dimension-titles.ts'
import classes from './Insights.module.css'

interface SeriesPanelProps {
  readonly state: InsightsState
  readonly range: UsageRange
  readonly moments: { readonly from: number; readonly to: number }
  readonly onChange: (part: Partial<InsightsState>) => void
}

const intervalTexts = {
  quarter: 'Insights.byQuarter',
  hour: 'Insights.byHour',
  day: 'Insights.byDay',
  week: 'Insights.byWeek',
  month: 'Insights.byMonth',
} as const

/** More groups than this are hard to tell apart in one chart. */
const mostSeries = 5

/** A counter over time: compared with the previous period, and by group. */
export function SeriesPanel({ state, range, moments, onChange }: SeriesPanelProps) {
  const text = useText()
  const interval = intervalOf(moments)
  return (
    <Panel
      title={text('Insights.overTime')}
      actions={
        <Select
          size="xs"
          aria-label={text('Insights.counter')}
          data={counterNames.map((name) => ({ value: name, label: text(counterTitles[name]) }))}
          value={state.counter}
          allowDeselect={false}
          onChange={(name) => {
            const counter = counterNames.find((each) => each === name)
            if (counter !== undefined) onChange({ counter })
          }}
        />
      }
    >
      <SeriesCharts state={state} range={range} interval={interval} />
    </Panel>
  )
}

function SeriesCharts({ state, range, interval }: Pick<SeriesPanelProps, 'state' | 'range'> & { interval: Interval }) {
  const { counter, by, zone } = state
  const series = useSeries(range, { interval, counterName: counter, groupBy: by })
  if (series.isError) return <FailureState error={series.error} onRetry={() => void series.refetch()} />
  return (
    <div className={classes.charts}>
      {series.data === undefined ? (
        <>
          <Skeleton height={measures.chartHeight} />
          <Skeleton height={measures.chartHeight} />
        </>
      ) : (
        <>
          <ComparedChart series={series.data} counter={counter} zone={zone} interval={interval} />
          <GroupedChart series={series.data} counter={counter} zone={zone} interval={interval} by={by} />
        </>
      )}
    </div>
  )
}

function usePointText(zone: string, interval: Interval): (point: number | string) => string {
  const intl = useIntl()
  return (point) => {
    const moment = new Date(point)
    if (interval === 'month') return intl.formatDate(moment, { timeZone: zone, year: 'numeric', month: 'short' })
    const day = intl.formatDate(moment, { timeZone: zone, month: 'numeric', day: 'numeric' })
    if (interval === 'day' || interval === 'week') return day
    const time = intl.formatTime(moment, { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: false })
    return interval === 'quarter' ? time : `${day} ${time}`
  }
}

interface SeriesChartProps {
  readonly series: UsageSeries
  readonly counter: CounterName
  readonly zone: string
  readonly interval: Interval
}

function ComparedChart({ series: { points, compared }, counter, zone, interval }: SeriesChartProps) {
  const text = useText()
  const pointText = usePointText(zone, interval)
  const counterTitle = text(counterTitles[counter])
  return (
    <Chart
      title={text('Insights.compared', { counter: counterTitle })}
      kind="line"
      x={{ label: text(intervalTexts[interval]), unit: zone }}
      y={{ label: counterTitle, unit: unitOf(counter) }}
      points={points}
      series={[
        { name: text('Insights.thisPeriod'), values: points.map((_, index) => compared?.values[index] ?? 0) },
        { name: text('Insights.periodBefore'), values: points.map((_, index) => compared?.before[index] ?? null) },
      ]}
      formatPoint={pointText}
    />
  )
}

function unitOf(counter: CounterName): string | undefined {
  return counter === 'ComputeMillis' ? 'ms' : undefined
}

function GroupedChart({ series, counter, zone, interval, by }: SeriesChartProps & { readonly by: Dimension }) {
  const text = useText()
  const pointText = usePointText(zone, interval)
  const { points, groups } = series
  const [shown, rest] = [groups.slice(0, mostSeries), groups.slice(mostSeries)]
  const others = {
    name: text('Insights.others'),
    values: points.map((_, index) => rest.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  }
  const counterTitle = text(counterTitles[counter])
  const named = shown.map((group) => ({ name: groupName(text, by, group), values: group.values }))
  return (
    <Chart
      title={text('Insights.grouped', { counter: counterTitle, dimension: text(dimensionNames[by]) })}
      kind="stacked"
      x={{ label: text(intervalTexts[interval]), unit: zone }}
      y={{ label: counterTitle, unit: unitOf(counter) }}
      points={points}
      series={rest.length === 0 ? named : [...named, others]}
      formatPoint={pointText}
    />
  )
}
