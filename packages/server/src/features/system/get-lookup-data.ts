import { getLookupData } from '@sheetwright/contract/system/get-lookup-data.ts'
import { cacheKey } from '../../platform/caches/caches.ts'
import { handle } from '../../platform/http/handle.ts'
import { type Lookups, loadLookups, only } from './load-lookups.ts'

const lookupsKey = cacheKey<Lookups>('lookups', 60_000)

export const getLookupDataHandler = handle(getLookupData, async ({ caller, query, services }) => {
  const all = await services.caches.remember(caller.tenantId, lookupsKey, () => loadLookups(services, caller.tenantId))
  return only(all, query.name)
})
