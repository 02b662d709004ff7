import { clearCache } from '@sheetwright/contract/system/clear-cache.ts'
import { handle } from '../../platform/http/handle.ts'

export const clearCacheHandler = handle(clearCache, async ({ caller, services: { caches } }) => ({
  cleared: await caches.clear(caller.tenantId),
}))
