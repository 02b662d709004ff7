import type { SentBody } from '@sheetwright/contract/call.ts'
import { addMasterApi } from '@sheetwright/contract/master-api/add-master-api.ts'
import { deleteMasterApi } from '@sheetwright/contract/master-api/delete-master-api.ts'
import { downloadMasterApi } from '@sheetwright/contract/master-api/download-master-api.ts'
import { publishMasterApi } from '@sheetwright/contract/master-api/publish-master-api.ts'
import { saveMasterApi } from '@sheetwright/contract/master-api/save-master-api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { engineKeys } from '../engines/queries.ts'
import { masterApiKeys } from './queries.ts'

/** The page lists the errors of fields or a file, so no toast is shown. */
const onPage = { announced: false } as const

/** Engines show the definition's texts at their inputs and outputs. */
function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: masterApiKeys.all }),
      queries.invalidateQueries({ queryKey: engineKeys.all }),
    ])
}

export function useUploadDefinition(product: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (file: File) => api.call(addMasterApi, { params: { product }, body: {}, files: { file } }),
    onSuccess: refresh,
    meta: onPage,
  })
}

export function useSaveDefinition(product: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveMasterApi>) => api.call(saveMasterApi, { params: { product }, body }),
    onSuccess: refresh,
    meta: onPage,
  })
}

export function usePublishDefinition(product: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SentBody<typeof publishMasterApi>) => api.call(publishMasterApi, { params: { product }, body }),
    onSuccess: refresh,
    meta: onPage,
  })
}

export function useDeleteDefinition(product: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => api.call(deleteMasterApi, { params: { product } }),
    onSuccess: refresh,
  })
}

/** Downloads a version, or the template with its columns. */
export function useDownloadDefinition(product: string) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (version: number | 'template') => {
      const query = version === 'template' ? { template: 'true' as const } : { version }
      return downloads.save(() => api.call(downloadMasterApi, { params: { product }, query }), 'api-definition.csv')
    },
  })
}
