import type { SentBody } from '@sheetwright/contract/call.ts'
import { cancelPolicies } from '@sheetwright/contract/ingenium/cancel-policies.ts'
import { downloadMappingSheet } from '@sheetwright/contract/ingenium/download-mapping-sheet.ts'
import { downloadPolicies } from '@sheetwright/contract/ingenium/download-policies.ts'
import type { PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { readMappingSheet } from '@sheetwright/contract/ingenium/read-mapping-sheet.ts'
import { runPolicies } from '@sheetwright/contract/ingenium/run-policies.ts'
import { saveMapping } from '@sheetwright/contract/ingenium/save-mapping.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { policyKeys } from './queries.ts'

/** Forms show their failures, so no toast is shown. */
const inForm = { announced: false } as const

export function useSaveMapping() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveMapping>) => api.call(saveMapping, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: policyKeys.mappings }),
    meta: inForm,
  })
}

/** Reads a mapping from a workbook; the user saves it after checking it. */
export function useReadMappingSheet() {
  const api = useApi()
  return useMutation({
    mutationFn: (file: File) => api.call(readMappingSheet, { body: {}, files: { file } }),
    meta: inForm,
  })
}

export function useSaveMappingSheet() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ id, number, name }: { id: string; number: number; name: string }) =>
      downloads.save(
        () => api.call(downloadMappingSheet, { params: { mapping: id }, query: { number } }),
        `${name} ${number}.xlsx`,
      ),
  })
}

export function useRunPolicies() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ mappingId, file }: { mappingId: string; file: File }) =>
      api.call(runPolicies, { body: { mappingId }, files: { file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: policyKeys.runs }),
    meta: inForm,
  })
}

export function useCancelPolicies() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PolicyRun) => api.call(cancelPolicies, { params: { run: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: policyKeys.runs }),
  })
}

export function useSavePolicyFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ run, part }: { run: string; part: 'result' | 'rejects' | 'log' }) =>
      downloads.save(() => api.call(downloadPolicies, { params: { run, part } }), part),
  })
}
