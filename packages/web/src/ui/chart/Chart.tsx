import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconFileTypeCsv, IconPhotoDown } from '@tabler/icons-react'
import { Suspense, useContext, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { DownloadsContext } from '../../platform/downloads/downloads.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { late } from '../late.tsx'
import { LoadingBlock } from '../LoadingBlock.tsx'
import { axisText, type ChartData, extremesOf } from './chart-data.ts'
import { toastFailure } from '../feedback/toasts.tsx'
import { csvBlob } from '../csv.ts'
import { chartPicture } from './chart-picture.ts'
import { ChartTable } from './ChartTable.tsx'
import classes from './Chart.module.css'

/** Loaded with the first chart, because the drawing library is large. */
const ChartDrawing = late(async () => (await import('./ChartDrawing.tsx')).ChartDrawing)

const kindTexts = { line: 'Chart.line', bar: 'Chart.bar', stacked: 'Chart.stacked' } as const

export interface ChartProps extends ChartData {
  readonly title: string
}

/** A chart with its title, a sentence that describes it, and the same values as a table. */
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
  const figure = useRef<HTMLElement>(null)
  const downloads = useContext(DownloadsContext)

  function saveTable() {
    const headings = [axisText(data.x), ...data.series.map(({ name }) => axisText({ label: name, unit: data.y.unit }))]
    const rows = data.points.map((point, index) => [
      formatPoint(point),
      ...data.series.map(({ values }) => values[index] ?? null),
    ])
    void downloads?.save(
      () => Promise.resolve({ blob: csvBlob([headings, ...rows]), fileName: undefined }),
      `${title}.csv`,
    )
  }

  function savePicture() {
    const drawn = figure.current
    if (drawn === null) return
    downloads
      ?.save(async () => ({ blob: await chartPicture(drawn), fileName: undefined }), `${title}.png`)
      .catch(() => toastFailure(text('Chart.noPicture')))
  }

  return (
    <figure ref={figure} className={classes.figure} aria-labelledby={`${id}title`} aria-describedby={`${id}about`}>
      <figcaption className={classes.head}>
        <span id={`${id}title`} className={classes.title}>
          {title}
        </span>
        {downloads !== null && data.points.length > 0 && (
          <span className={classes.saves}>
            {view === 'drawing' && (
              <Tooltip label={text('Chart.png')}>
                <ActionIcon aria-label={text('Chart.pngOf', { title })} onClick={savePicture}>
                  <IconPhotoDown />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={text('Chart.csv')}>
              <ActionIcon aria-label={text('Chart.csvOf', { title })} onClick={saveTable}>
                <IconFileTypeCsv />
              </ActionIcon>
            </Tooltip>
          </span>
        )}
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
