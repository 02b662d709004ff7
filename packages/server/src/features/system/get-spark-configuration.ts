import {
  type AreaFlag,
  areaFlags,
  getSparkConfiguration,
} from '@sheetwright/contract/system/get-spark-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { builtInLookups } from './built-in-lookups.ts'
import { overlay, readLookupEntries } from './lookup.store.ts'
import { currentRelease } from './release-notes.ts'

/** Whether this build has the area at all; a tenant can only switch off what is there. */
const areaExists: Record<AreaFlag, boolean> = {
  ShowUsageDetails: false,
  ShowSDKGenerator: false,
  ShowIngeniumConfiguration: false,
  ShowConfigurationFiles: false,
  ShowTemplates: false,
  ShowCategories: true,
  ShowDataDictionary: false,
  ShowInsights: false,
}

export const getSparkConfigurationHandler = handle(
  getSparkConfiguration,
  async ({ caller, services: { db, settings } }) => {
    const [own, release] = await Promise.all([db.inTenant(caller.tenantId, readLookupEntries), currentRelease()])
    const switchedOff = new Set(
      own.filter(({ lookup, value }) => lookup === 'AreaFlags' && value === 'false').map(({ key }) => key),
    )
    const flags = areaFlags.map((flag) => [flag, areaExists[flag] && !switchedOff.has(flag)])
    const guide = overlay(builtInLookups(settings, release).GitBookUrl, own, 'GitBookUrl')[0]
    return { GitBookUrl: guide?.value ?? null, ...(Object.fromEntries(flags) as Record<AreaFlag, boolean>) }
  },
)
