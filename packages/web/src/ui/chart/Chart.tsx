import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../platform/messages/use-text.ts'
import { LoadingBlock } from '../LoadingBlock.tsx'
import { axisText, type ChartData, extremesOf } from './chart-data.ts'
import { ChartTable } from './ChartTable.tsx'
import classes from './Chart.module.css'

/** The drawing library is large; it comes when the first chart is shown. */
const ChartDrawing = lazy(async () => ({ default: (await import('./ChartDrawing.tsx')).ChartDrawing }))

const kindTexts = { line: 'Chart.line', bar: 'Chart.bar', stacked: 'Chart.stacked' } as const

export interface ChartProps extends ChartData {
  readonly title: string
}

/** A chart with its title, a sentence that says what it shows, and the same values as a table. */
export function Chart({ title, ...data }: ChartProps) {
  const text = useText()
  const intl = useIntl()
  const [view, setView] = useState<'drawing' | 'table'>('drawing')
  const id = useId()
  const formatValue = data.formatValue ?? ((value: number) => intl.formatNumber(value, { maximumFractionDigits: 6 }))
  const formatPoint = data.formatPoint ?? ((point: number | string) => String(point))
  const extremes = extremesOf(data)
  const about = text(kindTexts[data.kind], {
    series: data.series.map(({ name }) => name).join(', '),
    x: axisText(data.x),
    count: data.points.length,
  })
  const range =
    extremes === undefined
      ? text('Chart.empty')
      : text('Chart.range', {
          lowest: formatValue(extremes.lowest.value),
          lowestAt: formatPoint(extremes.lowest.point),
          highest: formatValue(extremes.highest.value),
          highestAt: formatPoint(extremes.highest.point),
        })
  return (
    <figure className={classes.figure} aria-labelledby={`${id}title`} aria-describedby={`${id}about`}>
      <figcaption className={classes.head}>
        <span id={`${id}title`} className={classes.title}>
          {title}
        </span>
        <SegmentedControl
          size="xs"
          className={classes.views}
          aria-label={text('Chart.view', { title })}
          data={[
            { value: 'drawing', label: text('Chart.drawing') },
            { value: 'table', label: text('Chart.table') },
          ]}
          value={view}
          onChange={(chosen) => setView(chosen === 'table' ? 'table' : 'drawing')}
        />
      </figcaption>
      <p id={`${id}about`} className="visually-hidden">
        {about} {range}
      </p>
      {view === 'table' ? (
        <ChartTable title={title} {...data} formatValue={formatValue} formatPoint={formatPoint} />
      ) : (
        <Suspense fallback={<LoadingBlock />}>
          <ChartDrawing title={title} {...data} formatValue={formatValue} formatPoint={formatPoint} />
        </Suspense>
      )}
    </figure>
  )
}
