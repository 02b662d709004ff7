import { Skeleton } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { measures } from '../../../ui/theme.ts'
import { groupName } from '../group-name.ts'
import { type DurationsBy, type UsageRange, useDurations } from '../queries.ts'
import { dimensionTitles } from './dimension-titles.ts'

/** Maximum number of versions, or other groups, in one chart. */
const mostGroups = 12

interface DurationPanelProps {
  readonly range: UsageRange
  readonly by?: DurationsBy
}

/** Durations of calls, by version or by the chosen grouping. */
export function DurationPanel({ range, by = 'version' }: DurationPanelProps) {
  const text = useText()
  const intl = useIntl()
  const durations = useDurations(range, by)
  if (durations.isError) return <FailureState error={durations.error} onRetry={() => void durations.refetch()} />
  if (durations.data === undefined) return <Skeleton height={measures.chartHeight} />
  const { versions, groups } = durations.data
  const shown = [
    ...versions
      .filter(({ versionId }) => versionId !== null)
      .map((each) => ({ ...each, name: `${each.serviceName} ${each.revision ?? ''}` })),
    ...groups.map((each) => ({ ...each, name: groupName(text, by, each) })),
  ].slice(0, mostGroups)
  if (shown.length === 0) return null
  const percentiles = ['p50', 'p90', 'p95', 'p99'] as const
  return (
    <Panel title={text('Insights.durations')}>
      <Chart
        title={text('Insights.percentiles')}
        kind="bar"
        x={{ label: text(dimensionTitles[by]) }}
        y={{ label: text('Insights.duration'), unit: 'ms' }}
        points={shown.map(({ name }) => name)}
        series={percentiles.map((name) => ({ name, values: shown.map((group) => group[name]) }))}
        formatValue={(value) => intl.formatNumber(value, { maximumSignificantDigits: 3 })}
      />
    </Panel>
  )
}
