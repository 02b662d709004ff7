import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useReducedMotion } from '@mantine/hooks'
import { chartSeriesLooks, measures } from '../theme.ts'
import { axisText, type ChartData } from './chart-data.ts'
import classes from './Chart.module.css'

export interface DrawnChart extends ChartData {
  readonly title: string
  readonly formatValue: (value: number) => string
  readonly formatPoint: (point: number | string) => string
}

const ROUNDING = 1e-9

/** Draws with recharts. Arrow keys move along the points and show the values, like the mouse. */
export function ChartDrawing(chart: DrawnChart) {
  const { title, kind, x, y, points, series, formatValue, formatPoint } = chart
  const still = useReducedMotion()
  const Frame = kind === 'line' ? LineChart : BarChart
  // Counts have no ticks between whole numbers.
  const areWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))
  const isScale = kind === 'line' && points.every((point) => typeof point === 'number')
  return (
    <div className={classes.drawing}>
      <ResponsiveContainer width="100%" height={measures.chartHeight}>
        <Frame data={rowsOf(chart)} title={title} margin={measures.chartMargin} accessibilityLayer>
          <CartesianGrid stroke="var(--sw-border)" vertical={false} />
          <XAxis
            dataKey="point"
            type={isScale ? 'number' : 'category'}
            domain={isScale ? ['dataMin', 'dataMax'] : [0, 'auto']}
            tickFormatter={formatPoint}
            interval="equidistantPreserveStart"
            minTickGap={measures.chartGap}
            stroke="var(--sw-border-strong)"
            tick={{ fill: 'var(--sw-text-dim)' }}
            label={{
              value: axisText(x),
              position: 'insideBottom',
              offset: -measures.chartGap,
              fill: 'var(--sw-text-dim)',
            }}
          />
          <YAxis
            width="auto"
            allowDecimals={!areWhole}
            tickFormatter={formatValue}
            stroke="var(--sw-border-strong)"
            tick={{ fill: 'var(--sw-text-dim)' }}
            label={{
              value: axisText(y),
              angle: -90,
              position: 'insideLeft',
              style: { textAnchor: 'middle' },
              fill: 'var(--sw-text-dim)',
            }}
          />
          <Tooltip
            isAnimationActive={!still}
            contentStyle={{ background: 'var(--sw-surface)', borderColor: 'var(--sw-border-strong)' }}
            itemStyle={{ color: 'var(--sw-text)' }}
            labelStyle={{ color: 'var(--sw-text)' }}
            cursor={{ stroke: 'var(--sw-border-strong)', fill: 'var(--sw-hover)' }}
            labelFormatter={(point) => `${x.label}: ${formatPoint(point as number | string)}`}
            formatter={(value) => (typeof value === 'number' ? formatValue(value) : String(value))}
          />
          {series.length > 1 && <Legend verticalAlign="top" content={<SeriesLegend {...{ kind, series }} />} />}
          {series.map(({ name }, index) => {
            const { colour, dash } = lookOf(index)
            return kind === 'line' ? (
              <Line
                key={name}
                name={name}
                dataKey={`values.${index}`}
                stroke={colour}
                strokeWidth={2}
                strokeDasharray={dash}
                dot={points.length <= measures.chartDots}
                isAnimationActive={false}
              />
            ) : (
              <Bar
                key={name}
                name={name}
                dataKey={`values.${index}`}
                fill={colour}
                stroke="var(--sw-surface)"
                isAnimationActive={false}
                {...(kind === 'stacked' ? { stackId: 'all' } : {})}
              />
            )
          })}
        </Frame>
      </ResponsiveContainer>
    </div>
  )
}

function lookOf(index: number) {
  return chartSeriesLooks[index % chartSeriesLooks.length] ?? chartSeriesLooks[0]
}

function SeriesLegend({ kind, series }: Pick<ChartData, 'kind' | 'series'>) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name }, index) => {
        const { colour, dash } = lookOf(index)
        return (
          <li key={name}>
            <svg className={classes.sample} aria-hidden viewBox="0 0 28 10">
              {kind === 'line' ? (
                <path d="M0,5h28" stroke={colour} strokeWidth={2} strokeDasharray={dash} />
              ) : (
                <path d="M14,0h14v10h-14z" fill={colour} />
              )}
            </svg>
            <span>{name}</span>
          </li>
        )
      })}
    </ul>
  )
}

function rowsOf({ points, series }: Pick<ChartData, 'points' | 'series'>) {
  const largest = Math.max(...series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))))
  // Rounding errors below zero would add a negative tick to the axis.
  const drawn = (value: number | null) => (value !== null && value < 0 && value > -largest * ROUNDING ? 0 : value)
  return points.map((point, index) => ({ point, values: series.map(({ values }) => drawn(values[index] ?? null)) }))
}
