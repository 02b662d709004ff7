import { Skeleton } from '@mantine/core'
import { apiCalls, type CounterName } from '@sheetwright/contract/insights/usage.ts'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { type UsageRange, useTotals } from '../queries.ts'
import classes from './Insights.module.css'

/** The totals of the range, each with the change from the previous period. */
export function TotalTiles({ range }: { range: UsageRange }) {
  const text = useText()
  const intl = useIntl()
  const totals = useTotals(range)
  if (totals.isPending) return <Skeleton height="var(--sw-12)" />
  if (totals.isError) return <FailureState error={totals.error} onRetry={() => void totals.refetch()} />
  const of = (name: CounterName) => totals.data.counters.find(({ counterName }) => counterName === name)
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 0 })
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : intl.formatNumber(part / whole, { style: 'percent', maximumFractionDigits: 2 })
  const [calls, errors, millis] = [of(apiCalls), of('Errors'), of('ComputeMillis')]
  const mean = (when: 'total' | 'before') =>
    (calls?.[when] ?? 0) === 0 ? null : (millis?.[when] ?? 0) / (calls?.[when] ?? 1)
  const tile = (label: string, value: string, now: number | null, before: number | null) => ({
    label,
    value: (
      <>
        {value} <Change now={now} before={before} />
      </>
    ),
  })
  const simple = (label: string, name: CounterName) => {
    const { total = 0, before = 0 } = of(name) ?? {}
    return tile(label, number(total), total, before)
  }
  return (
    <Tiles
      label={text('Insights.totals')}
      tiles={[
        simple(text('Insights.calls'), apiCalls),
        tile(
          text('Insights.errors'),
          text('Insights.ofCalls', {
            count: number(errors?.total ?? 0),
            share: share(errors?.total ?? 0, calls?.total ?? 0),
          }),
          errors?.total ?? 0,
          errors?.before ?? 0,
        ),
        simple(text('Insights.records'), 'Records'),
        tile(
          text('Insights.meanTime'),
          mean('total') === null
            ? '–'
            : text('Insights.millis', {
                value: intl.formatNumber(mean('total') ?? 0, { maximumSignificantDigits: 3 }),
              }),
          mean('total'),
          mean('before'),
        ),
        simple(text('Insights.warnings'), 'Warnings'),
        simple(text('Insights.callers'), 'Callers'),
      ]}
    />
  )
}

function Change({ now, before }: { now: number | null; before: number | null }) {
  const text = useText()
  const intl = useIntl()
  if (now === null || before === null || before === 0)
    return <span className={classes.change}>{text('Insights.nothingBefore')}</span>
  const change = intl.formatNumber(now / before - 1, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  })
  return <span className={classes.change}>{text('Insights.change', { change })}</span>
}
