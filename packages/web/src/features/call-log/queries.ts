import { exportCalls } from '@sheetwright/contract/call-log/export-calls.ts'
import { downloadExport } from '@sheetwright/contract/call-log/download-export.ts'
import { downloadCallWorkbook } from '@sheetwright/contract/call-log/download-call-workbook.ts'
import { getCallSettings } from '@sheetwright/contract/call-log/get-call-settings.ts'
import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { callPageSize } from '@sheetwright/contract/call-log/call-record.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { waitForJob } from '../jobs/queries.ts'
import type { CallFilter } from './call-log-state.ts'

export type CallSummary = ResultOf<typeof listCalls>['items'][number]
export type CallDetail = ResultOf<typeof getCall>

interface Address {
  readonly product: string
  readonly engine: string
}

const callKeys = {
  list: (address: Address, filter: CallFilter, page: number) => ['calls', 'list', address, filter, page],
  one: (address: Address, call: string) => ['calls', 'one', address, call],
} as const

/** The filter that matches every purpose. */
const anyPurpose = 'All'

function asSent({ from, to, search, errorsOnly }: CallFilter) {
  return {
    Search: search,
    ErrorsOnly: errorsOnly,
    ...(from === undefined ? {} : { StartDate: from }),
    ...(to === undefined ? {} : { EndDate: to }),
  }
}

/** One page of the calls of an engine. */
export function useCalls(address: Address, filter: CallFilter, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: callKeys.list(address, filter, page),
    queryFn: ({ signal }) =>
      api.call(listCalls, {
        params: { ...address, purpose: anyPurpose },
        body: {
          page,
          pageSize: callPageSize,
          sort: filter.oldestFirst ? 'timestamp' : '-timestamp',
          ...asSent(filter),
        },
        signal,
      }),
    placeholderData: keepPreviousOf(address),
  })
}

/** One call with its request and answer; it never changes. */
export function useCall(address: Address, call: string, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: callKeys.one(address, call),
    queryFn: ({ signal }) => api.call(getCall, { params: { ...address, call }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

/** Exports the matching calls to a file, and downloads it when it is done. */
export function useExportCalls(address: Address) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    async mutationFn({ format, filter }: { format: 'CSV' | 'JSON'; filter: CallFilter }) {
      const { jobId } = await api.call(exportCalls, { params: address, body: { Format: format, ...asSent(filter) } })
      const job = await waitForJob(api, jobId)
      if (job.status !== 'Success') return job
      await downloads.save(
        () => api.call(downloadExport, { params: { ...address, job: jobId } }),
        `calls.${format.toLowerCase()}`,
      )
      return job
    },
  })
}

/** Downloads the workbook of the version that ran, with the inputs of a call filled in. */
export function useCallWorkbook(address: Address) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (call: string) =>
      downloads.save(() => api.call(downloadCallWorkbook, { params: { ...address, call } }), `${call}.xlsx`),
  })
}

export const callSettingsKey = (product: string) => ['calls', 'settings', product]

/** The call log settings of a product. */
export function useCallSettings(product: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: callSettingsKey(product),
    queryFn: ({ signal }) => api.call(getCallSettings, { params: { product }, signal }),
    enabled,
  })
}
