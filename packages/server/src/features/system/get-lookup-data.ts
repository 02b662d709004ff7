import {
  getLookupData,
  getLookupDataNonCached,
  type LookupEntry,
  type LookupName,
  lookupNames,
} from '@sheetwright/contract/system/lookup.ts'
import { cacheKey } from '../../platform/caches/caches.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { builtInLookups } from './built-in-lookups.ts'
import { overlay, readLookupEntries } from './lookup.store.ts'
import { currentRelease } from './release-notes.ts'

type Lookups = Partial<Record<LookupName, LookupEntry[]>>

const lookupsKey = cacheKey<Lookups>('lookups', 60_000)

export const getLookupDataHandler = handle(getLookupData, async ({ caller, query, services }) => {
  const all = await services.caches.remember(caller.tenantId, lookupsKey, () => loadLookups(services, caller.tenantId))
  return only(all, query.name)
})

export const getLookupDataNonCachedHandler = handle(getLookupDataNonCached, async ({ caller, query, services }) =>
  only(await loadLookups(services, caller.tenantId), query.name),
)

async function loadLookups({ db, settings }: Services, tenantId: string): Promise<Lookups> {
  const [own, release] = await Promise.all([db.inTenant(tenantId, readLookupEntries), currentRelease()])
  const builtIn = builtInLookups(settings, release)
  return Object.fromEntries(lookupNames.map((name) => [name, overlay(builtIn[name], own, name)]))
}

function only(lookups: Lookups, name: LookupName | undefined): Lookups {
  return name === undefined ? lookups : { [name]: lookups[name] ?? [] }
}
