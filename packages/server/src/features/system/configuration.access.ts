import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import { areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import type { Configuration } from '@sheetwright/contract/system/configuration.ts'
import { cacheKey } from '../../platform/caches/caches.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import { builtInLookups } from './built-in-lookups.ts'
import { overlay, readLookupEntries } from './lookup.store.ts'
import { currentRelease } from './release-notes.ts'

/** Whether this build has the area; a tenant can only switch off existing ones. */
export const areaExists: Record<AreaFlag, boolean> = {
  ShowUsageDetails: true,
  ShowSDKGenerator: true,
  ShowIngeniumConfiguration: true,
  ShowConfigurationFiles: true,
  ShowTemplates: true,
  ShowCategories: true,
  ShowDataDictionary: true,
  ShowInsights: true,
}

/** Other processes are notified of a change at once; this bounds the effect of a lost message. */
const flagsKey = cacheKey<Configuration>('flags', 10_000)

export async function readConfiguration({ db, settings }: Services, tenantId: string): Promise<Configuration> {
  const [own, release] = await Promise.all([db.inTenant(tenantId, readLookupEntries), currentRelease()])
  const switchedOff = new Set(
    own.filter(({ lookup, value }) => lookup === 'AreaFlags' && value === 'false').map(({ key }) => key),
  )
  const flags = areaFlags.map((flag) => [flag, areaExists[flag] && !switchedOff.has(flag)])
  const guide = overlay(builtInLookups(settings, release).GitBookUrl, own, 'GitBookUrl')[0]
  return {
    GitBookUrl: guide?.value ?? null,
    ...(Object.fromEntries(flags) as Record<AreaFlag, boolean>),
    available: areaFlags.filter((flag) => areaExists[flag]),
  }
}

/** Refuses a call in an area that the tenant has switched off. */
export async function requireArea(services: Services, tenantId: string, flag: AreaFlag): Promise<void> {
  const flags = await services.caches.remember(tenantId, flagsKey, () => readConfiguration(services, tenantId))
  if (flags[flag]) return
  throw new CallError('AREA_SWITCHED_OFF', `The area ${flag} is switched off`)
}
