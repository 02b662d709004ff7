import type { SentBody } from '@sheetwright/contract/call.ts'
import { describeTables } from '@sheetwright/contract/dml/describe-tables.ts'
import { type DmlDialect, dmlPollMillis, type DmlRun } from '@sheetwright/contract/dml/dml.ts'
import { getDmlRun } from '@sheetwright/contract/dml/get-dml-run.ts'
import { listDmlRuns } from '@sheetwright/contract/dml/list-dml-runs.ts'
import { previewDml } from '@sheetwright/contract/dml/preview-dml.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export const dmlKeys = { all: ['dml'], runs: ['dml', 'runs'] } as const

export const dmlPageSize = 10

/** The source of the tables: an engine of a product, or a master reference document. */
export interface DmlSource {
  readonly product: string
  readonly engine: string
}

export function isRunning({ status }: Pick<DmlRun, 'status'>): boolean {
  return status === 'Pending' || status === 'InProgress'
}

export function useTables(source: DmlSource | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...dmlKeys.all, 'tables', source],
    queryFn: ({ signal }) =>
      api.call(describeTables, { params: source ?? { product: '', engine: '' }, query: {}, signal }),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function usePreview(
  asked: (DmlSource & { readonly dialect: DmlDialect; readonly body: SentBody<typeof previewDml> }) | undefined,
) {
  const api = useApi()
  return useQuery({
    queryKey: [...dmlKeys.all, 'preview', asked?.product, asked?.engine, asked],
    queryFn({ signal }) {
      const { product, engine, dialect, body } = asked ?? {
        product: '',
        engine: '',
        dialect: 'postgres' as const,
        body: {},
      }
      return api.call(previewDml, { params: { product, engine, dialect }, body, signal })
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousOf(asked?.product, asked?.engine),
  })
}

/** A run, polled until it ends. */
export function useDmlRun(id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...dmlKeys.runs, 'one', id],
    queryFn: ({ signal }) => api.call(getDmlRun, { params: { run: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? dmlPollMillis : false),
  })
}

export function useDmlRuns(page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...dmlKeys.runs, 'list', page],
    queryFn: ({ signal }) => api.call(listDmlRuns, { body: { page, pageSize: dmlPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) === true ? dmlPollMillis : false),
  })
}
