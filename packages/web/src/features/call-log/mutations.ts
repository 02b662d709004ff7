import type { SentBody } from '@sheetwright/contract/call.ts'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { callSettingsKey } from './queries.ts'

export function useSaveCallSettings(product: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveCallSettings>) => api.call(saveCallSettings, { params: { product }, body }),
    onSuccess: (settings) => queries.setQueryData(callSettingsKey(product), settings),
  })
}
