import { getSparkConfiguration } from '@sheetwright/contract/system/get-spark-configuration.ts'
import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
import { getRelease } from '@sheetwright/contract/system/get-release.ts'
import { getTenantSettings } from '@sheetwright/contract/tenants/get-tenant-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'

export const systemKeys = {
  release: ['system', 'release'],
  flags: ['system', 'flags'],
  diagnostics: ['system', 'diagnostics'],
  tenant: ['system', 'tenant'],
} as const

/** The running version and its release note; it does not change while the page is open. */
export function useRelease(enabled = true) {
  const api = useApi()
  const { language } = useLanguage()
  return useQuery({
    queryKey: [...systemKeys.release, language],
    queryFn: ({ signal }) => api.call(getRelease, { query: { language }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

export function useConfigurationFlags() {
  const api = useApi()
  return useQuery({
    queryKey: systemKeys.flags,
    queryFn: ({ signal }) => api.call(getSparkConfiguration, { signal }),
    staleTime: 5 * 60_000,
  })
}

/** Whether the tenant has an area; false until that is known. Pages without an area are always available. */
export function useFlags(): (flag: AreaFlag | undefined) => boolean {
  const flags = useConfigurationFlags().data
  return (flag) => flag === undefined || flags?.[flag] === true
}

/** The tenant's policies, for supervisors. */
export function useTenantSettings() {
  const api = useApi()
  return useQuery({
    queryKey: systemKeys.tenant,
    queryFn: ({ signal }) => api.call(getTenantSettings, { signal }),
  })
}

export function useDiagnostics() {
  const api = useApi()
  return useQuery({
    queryKey: systemKeys.diagnostics,
    queryFn: ({ signal }) => api.call(getDiagnostics, { signal }),
    refetchInterval: 10_000,
    meta: { momentary: true },
  })
}
