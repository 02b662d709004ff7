import { getLogs } from '@sheetwright/contract/ingenium/get-logs.ts'
import { getMapping } from '@sheetwright/contract/ingenium/get-mapping.ts'
import { getRunStatus } from '@sheetwright/contract/ingenium/get-run-status.ts'
import { listMappings } from '@sheetwright/contract/ingenium/list-mappings.ts'
import { listPolicyRuns } from '@sheetwright/contract/ingenium/list-policy-runs.ts'
import { policyPollMillis } from '@sheetwright/contract/ingenium/mapping.ts'
import type { LogRequest, PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { previewBytes, previewMapping } from '@sheetwright/contract/ingenium/preview-mapping.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export const policyKeys = { all: ['policies'], runs: ['policies', 'runs'], mappings: ['policies', 'mappings'] } as const

export const policyPageSize = 10

export function isRunning({ taskQueue: { status } }: Pick<PolicyRun, 'taskQueue'>): boolean {
  return status === 'Pending' || status === 'InProgress'
}

export function useMappings(engineId: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.mappings, 'list', engineId],
    queryFn: ({ signal }) =>
      api.call(listMappings, {
        body: { pageSize: 1000, search: [{ field: 'engineId', value: engineId ?? '' }] },
        signal,
      }),
    enabled: engineId !== undefined,
  })
}

export function useMapping(id: string | undefined, number: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.mappings, 'one', id, number],
    queryFn: ({ signal }) =>
      api.call(getMapping, { params: { mapping: id ?? '' }, query: number === undefined ? {} : { number }, signal }),
    enabled: id !== undefined,
  })
}

/** The first records of a file, run through a mapping that need not be saved. */
export function usePreview(engineId: string, mapping: string | undefined, file: File | null) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.all, 'preview', engineId, mapping, file?.name, file?.size, file?.lastModified],
    queryFn: ({ signal }) =>
      api.call(previewMapping, {
        body: { engineId, mapping: mapping ?? '' },
        files: { file: { content: (file ?? new Blob()).slice(0, previewBytes), fileName: file?.name ?? '' } },
        signal,
      }),
    enabled: mapping !== undefined && file !== null,
    placeholderData: keepPreviousOf(engineId),
    retry: false,
  })
}

/** A run, polled until it ends. */
export function usePolicyRun(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.runs, 'one', id],
    queryFn: ({ signal }) => api.call(getRunStatus, { params: { run: id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? policyPollMillis : false),
  })
}

export function usePolicyRuns(page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.runs, 'list', page],
    queryFn: ({ signal }) => api.call(listPolicyRuns, { body: { page, pageSize: policyPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) === true ? policyPollMillis : false),
  })
}

/** A page of the log. The request is part of the key, so that the answer to another request is never shown. */
export function usePolicyLog(request: LogRequest, read: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...policyKeys.runs, 'log', request, read],
    queryFn: ({ signal }) => api.call(getLogs, { body: request, signal }),
    placeholderData: keepPreviousData,
  })
}
