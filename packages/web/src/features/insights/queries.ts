import type { ResultOf, SentBody } from '@sheetwright/contract/call.ts'
import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { getDurations } from '@sheetwright/contract/insights/get-durations.ts'
import { getNextMeasures } from '@sheetwright/contract/insights/get-next-measures.ts'
import { getProductHealth } from '@sheetwright/contract/insights/get-product-health.ts'
import { getTotals } from '@sheetwright/contract/insights/get-totals.ts'
import { getUsageDetails } from '@sheetwright/contract/insights/get-usage-details.ts'
import { getVersionOverview } from '@sheetwright/contract/insights/get-version-overview.ts'
import { getValueDistribution } from '@sheetwright/contract/insights/get-value-distribution.ts'
import { listNotableCalls } from '@sheetwright/contract/insights/list-notable-calls.ts'
import { apiCalls, type Dimension } from '@sheetwright/contract/insights/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

/** Range and filters, in the format of the API. */
export type UsageRange = Pick<SentBody<typeof getDurations>, 'from' | 'to' | 'zone' | 'filter'>

export type UsageSeries = ResultOf<typeof aggregateUsage>
export type NotableCall = ResultOf<typeof listNotableCalls>['slowest'][number]
export type ProductHealth = ResultOf<typeof getProductHealth>
export type UsageDetails = ResultOf<typeof getUsageDetails>
export type VersionOverview = ResultOf<typeof getVersionOverview>
export type Distribution = ResultOf<typeof getValueDistribution>[number]

const key = (what: string, ...about: readonly unknown[]) => ['insights', what, ...about]

/** What depends on the versions of engines, not only on their calls. */
export const insightKeys = { health: key('health'), versions: key('versions') } as const

export function useTotals(range: UsageRange) {
  const api = useApi()
  return useQuery({
    queryKey: key('totals', range.filter, range),
    queryFn: ({ signal }) =>
      api.call(getTotals, {
        body: {
          ...range,
          counterName: [apiCalls, 'Errors', 'Records', 'Warnings', 'ComputeMillis', 'Callers'],
        },
        signal,
      }),
    placeholderData: keepPreviousOf(range.filter),
  })
}

/** A counter over time by group, and its sum beside that of the period before. */
export function useSeries(
  range: UsageRange,
  options: Pick<SentBody<typeof aggregateUsage>, 'interval' | 'groupBy' | 'counterName'>,
) {
  const api = useApi()
  return useQuery({
    queryKey: key('series', options.groupBy, range.filter, range, options),
    queryFn: ({ signal }) => api.call(aggregateUsage, { body: { ...range, ...options, compare: true }, signal }),
    placeholderData: keepPreviousOf(options.groupBy, range.filter),
  })
}

export function useMeasures(range: UsageRange, by: Dimension) {
  const api = useApi()
  const update = by === 'product' ? 'folders' : by === 'engine' ? 'services' : 'drilldown'
  return useQuery({
    queryKey: key('measures', by, range.filter, range),
    queryFn: ({ signal }) => api.call(getNextMeasures, { body: { ...range, update, by }, signal }),
    select: (answer) => answer.foldersMeasure ?? answer.servicesMeasure ?? answer.drillDownMeasure ?? [],
    placeholderData: keepPreviousOf(by, range.filter),
  })
}

export type DurationsBy = NonNullable<SentBody<typeof getDurations>['groupBy']>

export function useDurations(range: UsageRange, groupBy: DurationsBy) {
  const api = useApi()
  return useQuery({
    queryKey: key('durations', range.filter, { ...range, groupBy }),
    queryFn: ({ signal }) => api.call(getDurations, { body: { ...range, groupBy }, signal }),
    placeholderData: keepPreviousOf(range.filter),
  })
}

export function useNotableCalls(range: UsageRange) {
  const api = useApi()
  return useQuery({
    queryKey: key('notable', range.filter, range),
    queryFn: ({ signal }) => api.call(listNotableCalls, { body: range, signal }),
    placeholderData: keepPreviousOf(range.filter),
  })
}

export function useDistributions(
  address: { readonly product: string; readonly engine: string },
  from: string,
  to: string,
) {
  const api = useApi()
  return useQuery({
    queryKey: key('values', address, from, to),
    queryFn: ({ signal }) => api.call(getValueDistribution, { params: address, body: { from, to }, signal }),
  })
}

export function useUsageDetails(product: string, months: number, zone: string) {
  const api = useApi()
  return useQuery({
    queryKey: key('details', product, months, zone),
    queryFn: ({ signal }) => api.call(getUsageDetails, { params: { product }, body: { months, zone }, signal }),
    placeholderData: keepPreviousOf(product),
  })
}

export function useVersionOverview(product: string, date: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...insightKeys.versions, product, date],
    queryFn: ({ signal }) =>
      api.call(getVersionOverview, { params: { product }, query: date === undefined ? {} : { date }, signal }),
    placeholderData: keepPreviousOf(product),
  })
}

/** Proofs, calls, errors and durations of a product in the last days. */
export function useProductHealth(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...insightKeys.health, product],
    queryFn: ({ signal }) => api.call(getProductHealth, { params: { product }, signal }),
  })
}
