import { Select, Skeleton } from '@mantine/core'
import { type CounterName, counterNames, type Dimension } from '@sheetwright/contract/insights/usage.ts'
import type { Interval } from '@sheetwright/contract/insights/zone-days.ts'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { measures } from '../../../ui/theme.ts'
import { intervalOf, type InsightsState } from '../insights-state.ts'
import { type UsageRange, useSeries } from '../queries.ts'
import { counterTitles, dimensionTitles } from './dimension-titles.ts'
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
      <div className={classes.charts}>
        <ComparedChart state={state} range={range} moments={moments} interval={interval} />
        <GroupedChart counter={state.counter} by={state.by} range={range} interval={interval} />
      </div>
    </Panel>
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

interface ComparedChartProps extends Omit<SeriesPanelProps, 'onChange'> {
  readonly interval: Interval
}

function ComparedChart({ state, range, moments, interval }: ComparedChartProps) {
  const text = useText()
  const pointText = usePointText(state.zone, interval)
  const length = moments.to - moments.from
  const before: UsageRange = { ...range, from: new Date(moments.from - length).toISOString(), to: range.from }
  const options = { interval, counterName: state.counter }
  const current = useSeries(range, options)
  const previous = useSeries(before, options)
  const failed = current.error ?? previous.error
  if (failed !== null) return <FailureState error={failed} onRetry={() => void current.refetch()} />
  if (current.data === undefined || previous.data === undefined) return <Skeleton height={measures.chartHeight} />
  const { points } = current.data
  const counter = text(counterTitles[state.counter])
  return (
    <Chart
      title={text('Insights.compared', { counter })}
      kind="line"
      x={{ label: text(intervalTexts[interval]), unit: state.zone }}
      y={{ label: counter, unit: unitOf(state.counter) }}
      points={points}
      series={[
        {
          name: text('Insights.thisPeriod'),
          values: points.map((_, index) => current.data.groups[0]?.values[index] ?? 0),
        },
        {
          name: text('Insights.periodBefore'),
          values: points.map((_, index) =>
            index < previous.data.points.length ? (previous.data.groups[0]?.values[index] ?? 0) : null,
          ),
        },
      ]}
      formatPoint={pointText}
    />
  )
}

function unitOf(counter: CounterName): string | undefined {
  return counter === 'ComputeMillis' ? 'ms' : undefined
}

interface GroupedChartProps {
  readonly counter: CounterName
  readonly by: Dimension
  readonly range: UsageRange
  readonly interval: Interval
}

function GroupedChart({ counter, by, range, interval }: GroupedChartProps) {
  const text = useText()
  const pointText = usePointText(range.zone ?? 'UTC', interval)
  const series = useSeries(range, { interval, counterName: counter, groupBy: by })
  if (series.isError) return <FailureState error={series.error} onRetry={() => void series.refetch()} />
  if (series.data === undefined) return <Skeleton height={measures.chartHeight} />
  const { points, groups } = series.data
  const [shown, rest] = [groups.slice(0, mostSeries), groups.slice(mostSeries)]
  const others = {
    name: text('Insights.others'),
    values: points.map((_, index) => rest.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  }
  const counterTitle = text(counterTitles[counter])
  const named = shown.map(({ name, values }) => ({ name: name === '' ? text('Insights.none') : name, values }))
  return (
    <Chart
      title={text('Insights.grouped', { counter: counterTitle, dimension: text(dimensionTitles[by]) })}
      kind="stacked"
      x={{ label: text(intervalTexts[interval]), unit: range.zone }}
      y={{ label: counterTitle, unit: unitOf(counter) }}
      points={points}
      series={rest.length === 0 ? named : [...named, others]}
      formatPoint={pointText}
    />
  )
}
