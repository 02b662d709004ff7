import { Button, Select } from '@mantine/core'
import { dimensions, type Measure } from '@sheetwright/contract/insights/usage.ts'
import { IconChartBar, IconFileTypeCsv } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { csvBlob } from '../../../ui/csv.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { groupName } from '../group-name.ts'
import { firstFree, type InsightsState } from '../insights-state.ts'
import { type UsageRange, useMeasures } from '../queries.ts'
import { dimensionNames, dimensionTitles } from './dimension-titles.ts'
import classes from './Insights.module.css'

interface MeasurePanelProps {
  readonly state: InsightsState
  readonly range: UsageRange
  readonly onChange: (part: Partial<InsightsState>) => void
}

/** Totals by product, engine, version and so on; opening a row drills down. */
export function MeasurePanel({ state, range, onChange }: MeasurePanelProps) {
  const text = useText()
  const intl = useIntl()
  const downloads = useDownloads()
  const measures = useMeasures(range, state.by)
  const title = text(dimensionTitles[state.by])
  const nameOf = (measure: Measure) => groupName(text, state.by, measure)
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 0 })
  const meanOf = ({ millis, calls }: Measure) => (calls === 0 ? 0 : millis / calls)

  function open({ key, engineId, productId }: Measure) {
    const filter = {
      ...state.filter,
      ...(state.by === 'engine' && productId !== null ? { product: productId } : {}),
      ...(state.by === 'version' && productId !== null && engineId !== null
        ? { product: productId, engine: engineId }
        : {}),
      [state.by]: key,
    }
    onChange({ filter, by: firstFree(filter) })
  }

  function save() {
    const headings = [
      title,
      text('Insights.calls'),
      text('Insights.errors'),
      text('Insights.records'),
      text('Insights.failedRecords'),
      text('Insights.warnings'),
      text('Insights.computeTimeMillis'),
      text('Insights.callers'),
    ]
    const rows = (measures.data ?? []).map((measure) => [
      nameOf(measure),
      measure.calls,
      measure.errors,
      measure.records,
      measure.failed,
      measure.warnings,
      measure.millis,
      measure.callers,
    ])
    const blob = csvBlob([headings, ...rows])
    void downloads.save(() => Promise.resolve({ blob, fileName: undefined }), `insights-${state.by}.csv`)
  }

  const figure = (id: string, heading: string, read: (measure: Measure) => string, width = 112): Column<Measure> => ({
    id,
    heading,
    width,
    align: 'end',
    renderCell: read,
  })
  const columns: Column<Measure>[] = [
    { id: 'name', heading: title, width: 200, grows: true, namesRow: true, renderCell: nameOf },
    figure('calls', text('Insights.calls'), ({ calls }) => number(calls)),
    figure('errors', text('Insights.errors'), ({ errors }) => number(errors), 160),
    figure('records', text('Insights.records'), ({ records }) => number(records)),
    figure('warnings', text('Insights.warnings'), ({ warnings }) => number(warnings), 180),
    figure('mean', text('Insights.meanTime'), (measure) =>
      text('Insights.millis', { value: intl.formatNumber(meanOf(measure), { maximumSignificantDigits: 3 }) }),
    ),
    figure('callers', text('Insights.callers'), ({ callers }) => number(callers)),
  ]

  return (
    <Panel
      title={text('Insights.by', { dimension: text(dimensionNames[state.by]) })}
      actions={
        <div className={classes.actions}>
          <Select
            size="xs"
            aria-label={text('Insights.groupBy')}
            data={dimensions.map((dimension) => ({ value: dimension, label: text(dimensionTitles[dimension]) }))}
            value={state.by}
            allowDeselect={false}
            onChange={(value) => {
              const by = dimensions.find((dimension) => dimension === value)
              if (by !== undefined) onChange({ by })
            }}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileTypeCsv />}
            disabled={(measures.data ?? []).length === 0}
            onClick={save}
          >
            {text('Insights.csv')}
          </Button>
        </div>
      }
    >
      {measures.isError ? (
        <FailureState error={measures.error} onRetry={() => void measures.refetch()} />
      ) : (
        <DataTable
          id="insights-measures"
          label={text('Insights.by', { dimension: text(dimensionNames[state.by]) })}
          columns={columns}
          rows={measures.data}
          rowKey={({ key }) => key}
          skeletonRows={5}
          onOpen={open}
          empty={
            <EmptyState icon={<IconChartBar />} title={text('Insights.noCalls')} text={text('Insights.noCallsText')} />
          }
        />
      )}
    </Panel>
  )
}
