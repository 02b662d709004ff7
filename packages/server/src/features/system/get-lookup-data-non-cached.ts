import { getLookupDataNonCached } from '@sheetwright/contract/system/get-lookup-data-non-cached.ts'
import { handle } from '../../platform/http/handle.ts'
import { only, loadLookups } from './load-lookups.ts'

export const getLookupDataNonCachedHandler = handle(getLookupDataNonCached, async ({ caller, query, services }) =>
  only(await loadLookups(services, caller.tenantId), query.name),
)
