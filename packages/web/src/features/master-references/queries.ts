import type { SentBody } from '@sheetwright/contract/call.ts'
import { compareVersions } from '@sheetwright/contract/master-references/compare-versions.ts'
import { getAllVersions } from '@sheetwright/contract/master-references/get-all-versions.ts'
import { getDownStream } from '@sheetwright/contract/master-references/get-down-stream.ts'
import { getEngineReferences } from '@sheetwright/contract/master-references/get-engine-references.ts'
import { getMasterReference } from '@sheetwright/contract/master-references/get-master-reference.ts'
import { getSyncReport } from '@sheetwright/contract/master-references/get-sync-report.ts'
import { listMasterReferences } from '@sheetwright/contract/master-references/list-master-references.ts'
import { previewSync } from '@sheetwright/contract/master-references/preview-sync.ts'
import { readRangeVersion } from '@sheetwright/contract/master-references/read-range-version.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

type ListSort = NonNullable<SentBody<typeof listMasterReferences>>['sort']

export const masterReferenceKeys = {
  all: ['master-references'] as const,
  page: (...facts: readonly unknown[]) => ['master-references', 'page', ...facts] as const,
  one: (document: string) => ['master-references', 'one', document] as const,
  versions: (document: string, page: number) => ['master-references', 'versions', document, page] as const,
  rows: (...facts: readonly unknown[]) => ['master-references', 'rows', ...facts] as const,
  below: (document: string) => ['master-references', 'below', document] as const,
  report: (job: string) => ['master-references', 'report', job] as const,
} as const

export interface MasterFilter {
  readonly text: string
  readonly needsSync: boolean
}

export function useMasterReferences(filter: MasterFilter, sort: ListSort, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.page(filter, sort, page),
    queryFn: ({ signal }) =>
      api.call(listMasterReferences, {
        body: {
          page,
          ...(sort === undefined ? {} : { sort }),
          search: [
            ...(filter.text === '' ? [] : [{ field: 'serviceName_co', value: filter.text } as const]),
            ...(filter.needsSync ? [{ field: 'needsSync', value: true } as const] : []),
          ],
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function useMasterReference(document: string) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.one(document),
    queryFn: ({ signal }) => api.call(getMasterReference, { params: { document }, signal }),
  })
}

export function useMasterVersions(document: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.versions(document, page),
    queryFn: ({ signal }) => api.call(getAllVersions, { query: { documentId: document, page, pageSize: 20 }, signal }),
    placeholderData: keepPreviousOf(document),
  })
}

export type RowsAsked = SentBody<typeof readRangeVersion>

export function useRangeRows(asked: RowsAsked) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.rows(asked.documentId, asked.range, asked),
    queryFn: ({ signal }) => api.call(readRangeVersion, { body: asked, signal }),
    placeholderData: keepPreviousOf(asked.documentId, asked.range),
  })
}

export function useVersionDifference(body: SentBody<typeof compareVersions>, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.rows('difference', body),
    queryFn: ({ signal }) => api.call(compareVersions, { body, signal }),
    enabled,
  })
}

export function useDownStream(document: string) {
  const api = useApi()
  return useQuery({
    queryKey: masterReferenceKeys.below(document),
    queryFn: ({ signal }) => api.call(getDownStream, { params: { document }, signal }),
  })
}

/** What the tables of a version would change in an engine; computed on demand. */
export function useSyncEffect(body: SentBody<typeof previewSync>, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...masterReferenceKeys.below(body.documentId), 'effect', body],
    queryFn: ({ signal }) => api.call(previewSync, { body, signal }),
    enabled,
    retry: false,
  })
}

/** Polled while engines are waiting, and once more when the job has ended. */
export function useSyncReport(job: string, hasEnded: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...masterReferenceKeys.report(job), { hasEnded }],
    queryFn: ({ signal }) => api.call(getSyncReport, { params: { job }, signal }),
    placeholderData: keepPreviousOf(job),
    refetchInterval: ({ state }) => (hasEnded || state.data?.waiting === 0 ? false : 2000),
  })
}

/** The tables that a version of an engine copied, each with the cells that differ. */
export function useEngineReferences(place: { product: string; engine: string; version: string }, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...masterReferenceKeys.all, 'engine', place],
    queryFn: ({ signal }) => api.call(getEngineReferences, { params: place, signal }),
    enabled,
  })
}
