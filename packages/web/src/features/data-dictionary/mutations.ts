import { downloadDataDictionary } from '@sheetwright/contract/data-dictionary/download-data-dictionary.ts'
import { uploadDataDictionary } from '@sheetwright/contract/data-dictionary/upload-data-dictionary.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { dictionaryKeys } from './queries.ts'

/** The page lists the errors of the zip, so no toast is shown. */
export function useUploadDictionary() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => api.call(uploadDataDictionary, { body: {}, files: { File: file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dictionaryKeys.all }),
    meta: { announced: false },
  })
}

export function useDownloadDictionary() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: () => downloads.save(() => api.call(downloadDataDictionary), 'data-dictionary.zip'),
  })
}
