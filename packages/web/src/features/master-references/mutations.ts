import type { SentBody } from '@sheetwright/contract/call.ts'
import { addMasterReference } from '@sheetwright/contract/master-references/add-master-reference.ts'
import { deleteMasterReference } from '@sheetwright/contract/master-references/delete-master-reference.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import { syncAllDownStreamEngines } from '@sheetwright/contract/master-references/sync-all-down-stream-engines.ts'
import { syncData } from '@sheetwright/contract/master-references/sync-data.ts'
import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { engineKeys } from '../engines/queries.ts'
import { masterReferenceKeys } from './queries.ts'

/** Forms show their failures, so no toast is shown. */
const inForm = { announced: false } as const

function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: masterReferenceKeys.all }),
      queries.invalidateQueries({ queryKey: engineKeys.all }),
    ])
}

export interface MasterUpload {
  readonly file: File
  readonly data: Readonly<Record<string, unknown>>
  readonly onProgress: (percent: number) => void
}

export function useAddMasterReference() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ file, data, onProgress }: MasterUpload) =>
      api.call(addMasterReference, {
        body: { data: JSON.stringify(data) },
        files: { file: { content: file, fileName: file.name } },
        onUploadProgress: onProgress,
      }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function usePublishMasterReference() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SentBody<typeof publishMasterReference>) => api.call(publishMasterReference, { body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useDeleteMasterReference() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ document, reason }: { document: string; reason?: string }) =>
      api.call(deleteMasterReference, {
        params: { document },
        ...(reason === undefined ? {} : { query: { force: 'true' as const, reason } }),
      }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useWriteRange() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SentBody<typeof writeRange>) => api.call(writeRange, { body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useSyncAll() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SentBody<typeof syncAllDownStreamEngines>) => api.call(syncAllDownStreamEngines, { body }),
    onSuccess: refresh,
  })
}

export function useSyncEngine() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ product, engine, version }: { product: string; engine: string; version: string }) =>
      api.call(syncData, { params: { product, engine, version }, body: {} }),
    onSuccess: refresh,
  })
}
