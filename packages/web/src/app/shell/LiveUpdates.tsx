import type { LiveEvent } from '@sheetwright/contract/events/stream-events.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { documentKeys } from '../../features/documents/queries.ts'
import { fileKeys } from '../../features/files/queries.ts'
import { engineKeys } from '../../features/engines/queries.ts'
import { jobKeys } from '../../features/jobs/queries.ts'
import { masterApiKeys } from '../../features/master-api/queries.ts'
import { masterReferenceKeys } from '../../features/master-references/queries.ts'
import { productKeys } from '../../features/products/queries.ts'
import { systemKeys } from '../../features/system/queries.ts'
import { testKeys } from '../../features/test-beds/queries.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { followLiveEvents } from '../../platform/live/live-events.ts'

/** What each event makes out of date. */
const affected: Readonly<Record<LiveEvent['type'], readonly QueryKey[]>> = {
  // A run is as far as its job.
  'job.changed': [jobKeys.all, testKeys.runs],
  'product.changed': [productKeys.all, masterApiKeys.all],
  // Products count their engines.
  'engine.changed': [engineKeys.all, productKeys.all, masterApiKeys.all],
  // Products show the names of their categories.
  'category.changed': [productKeys.all],
  // Pages of a product show its sections and what was done lately.
  'document.changed': [documentKeys.all, productKeys.all],
  // Products know their column.
  'board.changed': [productKeys.all],
  'configuration.changed': [systemKeys.flags],
  'file.changed': [fileKeys.all],
  'master-reference.changed': [masterReferenceKeys.all],
}

/** Reads again what changed elsewhere, as soon as the server says so. */
export function LiveUpdates() {
  const api = useApi()
  const queries = useQueryClient()
  useEffect(() => {
    // Without a secure context there are no locks; the pages then only poll.
    if (!window.isSecureContext) return undefined
    return followLiveEvents({
      api,
      locks: navigator.locks,
      onEvent: ({ type }) => {
        for (const queryKey of affected[type]) void queries.invalidateQueries({ queryKey })
      },
    })
  }, [api, queries])
  return null
}
