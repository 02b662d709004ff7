import { getPublishRequest } from '@sheetwright/contract/test-beds/get-publish-request.ts'
import { getPublishRules } from '@sheetwright/contract/test-beds/get-publish-rules.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { explainComparedCase } from '@sheetwright/contract/test-beds/explain-compared-case.ts'
import { getPortfolioImpact } from '@sheetwright/contract/test-beds/get-portfolio-impact.ts'
import { getTestComparison } from '@sheetwright/contract/test-beds/get-test-comparison.ts'
import { listComparedCases } from '@sheetwright/contract/test-beds/list-compared-cases.ts'
import { planTestCases } from '@sheetwright/contract/test-beds/plan-test-cases.ts'
import { getCoverage } from '@sheetwright/contract/test-beds/get-coverage.ts'
import { getTestBed } from '@sheetwright/contract/test-beds/get-test-bed.ts'
import { getTestBedVersions } from '@sheetwright/contract/test-beds/get-test-bed-versions.ts'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { getTestBedTemplateVersions } from '@sheetwright/contract/test-beds/get-test-bed-template-versions.ts'
import { listTestBedTemplates } from '@sheetwright/contract/test-beds/list-test-bed-templates.ts'
import { listTestBeds, testBedPageSize } from '@sheetwright/contract/test-beds/list-test-beds.ts'
import { listTestCases } from '@sheetwright/contract/test-beds/list-test-cases.ts'
import { listTestResults } from '@sheetwright/contract/test-beds/list-test-results.ts'
import { listTestRuns } from '@sheetwright/contract/test-beds/list-test-runs.ts'
import { summariseTestRun } from '@sheetwright/contract/test-beds/summarise-test-run.ts'
import { type CaseStatus, type TestRun, testBedPollMillis } from '@sheetwright/contract/test-beds/test-run.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export const testKeys = {
  all: ['tests'],
  beds: ['tests', 'beds'],
  runs: ['tests', 'runs'],
} as const

export const pageSize = testBedPageSize

export function useTestBeds(productId: string, search: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'list', productId, search, page],
    queryFn: ({ signal }) =>
      api.call(listTestBeds, {
        body: {
          page,
          pageSize,
          search: [
            { field: 'productId', value: productId },
            ...(search === '' ? [] : [{ field: 'name' as const, value: search }]),
          ],
        },
        signal,
      }),
    placeholderData: keepPreviousOf(productId),
  })
}

/** Test beds of an engine, for choosing one. */
export function useTestBedsOfEngine(engineId: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'engine', engineId],
    queryFn: async ({ signal }) =>
      (
        await api.call(listTestBeds, {
          body: { pageSize: 1000, sort: 'name', search: [{ field: 'engineId', value: engineId }] },
          signal,
        })
      ).items,
  })
}

export function useTestBed(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'one', id],
    queryFn: ({ signal }) => api.call(getTestBed, { params: { testbed: id }, signal }),
  })
}

/** What the latest cases cover of a version of the engine; measuring takes a while. */
export function useCoverage(testbed: string | undefined, version: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'coverage', testbed, version],
    queryFn: ({ signal }) => {
      if (testbed === undefined) throw new Error('There is no test bed')
      return api.call(getCoverage, { params: { testbed }, query: { version }, signal })
    },
    enabled: testbed !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useTestBedVersions(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'versions', id],
    queryFn: async ({ signal }) => (await api.call(getTestBedVersions, { params: { testbed: id }, signal })).items,
  })
}

/** Cases of a version; they never change. */
export function useTestCases(testbed: string, version: string | undefined, search: string, page: number, size: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'cases', testbed, version, search, page, size],
    queryFn: ({ signal }) =>
      api.call(listTestCases, {
        params: { testbed, version: version ?? '' },
        body: { page, pageSize: size, search },
        signal,
      }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousOf(testbed),
  })
}

export function useTemplates(productId: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'templates', productId, page],
    queryFn: ({ signal }) =>
      api.call(listTestBedTemplates, {
        body: { page, pageSize, search: [{ field: 'productId', value: productId }] },
        signal,
      }),
    placeholderData: keepPreviousOf(productId),
  })
}

export function useTemplateVersions(template: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'template versions', template],
    queryFn: ({ signal }) => api.call(getTestBedTemplateVersions, { params: { template }, signal }),
  })
}

/** Filters of runs. */
export interface RunFilter {
  readonly productId?: string | undefined
  readonly testbedId?: string | undefined
  readonly versionId?: string | undefined
  readonly status?: string | undefined
  readonly kind?: string | undefined
  readonly testbedName?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function isRunning({ status }: Pick<TestRun, 'status'>): boolean {
  return status === 'Pending' || status === 'InProgress'
}

export function useTestRuns(filter: RunFilter, page: number, size = pageSize) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.runs, 'list', filter.productId, filter.testbedId, filter.versionId, filter, page, size],
    queryFn: ({ signal }) =>
      api.call(listTestRuns, {
        body: {
          page,
          pageSize: size,
          search: Object.entries(filter).flatMap(([field, value]) =>
            value === undefined || value === '' ? [] : [{ field: field as keyof RunFilter, value: String(value) }],
          ),
        },
        signal,
      }),
    placeholderData: keepPreviousOf(filter.productId, filter.testbedId, filter.versionId),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) === true ? testBedPollMillis : false),
  })
}

export function useTestRun(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.runs, 'one', id],
    queryFn: ({ signal }) => api.call(getTestRun, { params: { run: id }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? testBedPollMillis : false),
  })
}

export interface ResultFilter {
  readonly status: readonly CaseStatus[]
  readonly differing: string | undefined
  readonly search: string
}

/** Results of cases of a run; polled while it runs. */
export function useTestResults(run: Pick<TestRun, 'id' | 'status' | 'done'>, filter: ResultFilter, page: number) {
  const api = useApi()
  const progress = isRunning(run) ? run.done : 'end'
  return useQuery({
    queryKey: [...testKeys.runs, 'results', run.id, filter, page, progress],
    queryFn: ({ signal }) =>
      api.call(listTestResults, {
        params: { run: run.id },
        body: { page, pageSize, status: [...filter.status], differing: filter.differing, search: filter.search },
        signal,
      }),
    placeholderData: keepPreviousOf(run.id),
  })
}

export function useRunSummary(run: Pick<TestRun, 'id' | 'status'>) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.runs, 'summary', run.id],
    queryFn: async ({ signal }) => (await api.call(summariseTestRun, { params: { run: run.id }, signal })).outputs,
    enabled: run.status === 'Success',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useComparison(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.runs, 'comparison', id],
    queryFn: ({ signal }) => api.call(getTestComparison, { params: { comparison: id }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? testBedPollMillis : false),
  })
}

export function useComparedCases(comparison: string, output: string, changedOnly: boolean, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'compared', comparison, output, changedOnly, page],
    queryFn: ({ signal }) =>
      api.call(listComparedCases, { params: { comparison }, body: { output, changedOnly, page, pageSize }, signal }),
    placeholderData: keepPreviousOf(comparison, output),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useExplainedCase(comparison: string, number: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'explained', comparison, number],
    queryFn: ({ signal }) => api.call(explainComparedCase, { params: { comparison }, body: { number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useImpact(comparison: string, output: string, segment: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'impact', comparison, output, segment],
    queryFn: ({ signal }) =>
      api.call(getPortfolioImpact, {
        params: { comparison },
        body: { output, ...(segment === undefined ? {} : { segment }) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Number of cases that a generation would create. */
export function useGenerationPlan(generation: SentBody<typeof planTestCases>, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'plan', generation.engineId, generation],
    queryFn: ({ signal }) => api.call(planTestCases, { body: generation, signal }),
    enabled,
    placeholderData: keepPreviousOf(generation.engineId),
  })
}

/** What a product requires before a version is published. */
export function usePublishRules(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'gate', product],
    queryFn: ({ signal }) => api.call(getPublishRules, { params: { product }, signal }),
  })
}

/** The latest publish request of a version; null if there is none. */
export function usePublishRequest(
  params: { readonly product: string; readonly engine: string; readonly version: string },
  enabled: boolean,
) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.all, 'request', params],
    queryFn: ({ signal }) => api.call(getPublishRequest, { params, signal }),
    enabled,
  })
}

/** Every test bed of a product, for choosing some. */
export function useAllTestBeds(productId: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...testKeys.beds, 'all', productId],
    queryFn: async ({ signal }) =>
      (
        await api.call(listTestBeds, {
          body: { pageSize: 1000, sort: 'name', search: [{ field: 'productId', value: productId }] },
          signal,
        })
      ).items,
  })
}
