import type { LiveEvent } from '@sheetwright/contract/events/stream-events.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { documentKeys } from '../../features/documents/queries.ts'
import { fileKeys } from '../../features/files/queries.ts'
import { engineKeys } from '../../features/engines/queries.ts'
import { insightKeys } from '../../features/insights/queries.ts'
import { jobKeys } from '../../features/jobs/queries.ts'
import { masterApiKeys } from '../../features/master-api/queries.ts'
import { masterReferenceKeys } from '../../features/master-references/queries.ts'
import { productKeys } from '../../features/products/queries.ts'
import { systemKeys } from '../../features/system/queries.ts'
import { testKeys } from '../../features/test-beds/queries.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { followLiveEvents } from '../../platform/live/live-events.ts'

/** The queries that each event invalidates. */
const affected: Readonly<Record<LiveEvent['type'], readonly QueryKey[]>> = {
  // The progress of a run is that of its job.
  'job.changed': [jobKeys.all, testKeys.runs],
  'product.changed': [productKeys.all, masterApiKeys.all],
  // Products show their number of engines, and whether the versions in effect are proved.
  'engine.changed': [engineKeys.all, productKeys.all, masterApiKeys.all, insightKeys.health, insightKeys.versions],
  // Products show the names of their categories.
  'category.changed': [productKeys.all],
  // Pages of a product show its sections and recent changes.
  'document.changed': [documentKeys.all, productKeys.all],
  // Products show their board column.
  'board.changed': [productKeys.all],
  'configuration.changed': [systemKeys.flags],
  'file.changed': [fileKeys.all],
  'master-reference.changed': [masterReferenceKeys.all],
}

/** Refetches what changed elsewhere as soon as the server sends an event. */
export function LiveUpdates() {
  const api = useApi()
  const queries = useQueryClient()
  useEffect(() => {
    // Locks need a secure context; without one the pages only poll.
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
