import type { SentBody } from '@sheetwright/contract/call.ts'
import { applyConfiguration } from '@sheetwright/contract/configuration/apply-configuration.ts'
import { compareConfiguration } from '@sheetwright/contract/configuration/compare-configuration.ts'
import { downloadConfiguration } from '@sheetwright/contract/configuration/download-configuration.ts'
import { undoConfiguration } from '@sheetwright/contract/configuration/undo-configuration.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'

export type SentConfiguration = SentBody<typeof compareConfiguration>

export function useDownloadConfiguration() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: () => downloads.save(() => api.call(downloadConfiguration), 'configuration.json'),
  })
}

/** Reads a file and asks the server what it would change. The server validates it. */
export function useCompareConfiguration() {
  const api = useApi()
  return useMutation({
    async mutationFn(file: File) {
      const body = JSON.parse(await file.text()) as SentConfiguration
      const { differences } = await api.call(compareConfiguration, { body })
      return { body, differences, name: file.name }
    },
    // The page shows the errors of the file.
    meta: { announced: false },
  })
}

export function useApplyConfiguration() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentConfiguration) => api.call(applyConfiguration, { body }),
    // The configuration can affect every page.
    onSuccess: () => queries.invalidateQueries(),
  })
}

export function useUndoConfiguration() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: string) => api.call(undoConfiguration, { params: { change } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}
