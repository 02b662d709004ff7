import { clearCache } from '@sheetwright/contract/system/clear-cache.ts'
import { saveSparkConfiguration } from '@sheetwright/contract/system/save-spark-configuration.ts'
import { clearGarbage } from '@sheetwright/contract/system/clear-garbage.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { saveTenantSettings } from '@sheetwright/contract/tenants/save-tenant-settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { systemKeys } from './queries.ts'

export function useClearCache() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(clearCache),
    onSuccess: () => queries.invalidateQueries(),
  })
}

export function useClearGarbage() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(clearGarbage),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['system', 'diagnostics'] }),
  })
}

/** Enables and disables areas, and sets the address of the user guide. */
export function useSaveConfiguration() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveSparkConfiguration>) => api.call(saveSparkConfiguration, { body }),
    onSuccess: (flags) => queries.setQueryData(systemKeys.flags, flags),
  })
}

export function useSaveTenantSettings() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveTenantSettings>) => api.call(saveTenantSettings, { body }),
    onSuccess: (settings) => queries.setQueryData(systemKeys.tenant, settings),
  })
}
