import { Skeleton } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { measures } from '../../../ui/theme.ts'
import { type UsageRange, useDurations } from '../queries.ts'

/** Versions that one chart can hold. */
const mostVersions = 12

/** How long calls took, by version. */
export function DurationPanel({ range }: { range: UsageRange }) {
  const text = useText()
  const intl = useIntl()
  const durations = useDurations(range)
  if (durations.isError) return <FailureState error={durations.error} onRetry={() => void durations.refetch()} />
  if (durations.data === undefined) return <Skeleton height={measures.chartHeight} />
  const versions = durations.data.filter(({ versionId }) => versionId !== null).slice(0, mostVersions)
  if (versions.length === 0) return null
  const percentiles = ['p50', 'p90', 'p95', 'p99'] as const
  return (
    <Panel title={text('Insights.durations')}>
      <Chart
        title={text('Insights.percentiles')}
        kind="bar"
        x={{ label: text('Insights.version') }}
        y={{ label: text('Insights.duration'), unit: 'ms' }}
        points={versions.map(({ serviceName, revision }) => `${serviceName} ${revision ?? ''}`)}
        series={percentiles.map((name) => ({ name, values: versions.map((version) => version[name]) }))}
        formatValue={(value) => intl.formatNumber(value, { maximumSignificantDigits: 3 })}
      />
    </Panel>
  )
}
