import { listUnchained } from '@sheetwright/contract/execution/list-unchained.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { engineOrder } from '../engines/engine-filter.store.ts'
import { listEngines } from '../engines/engine.store.ts'
import * as store from './chain.store.ts'
import { reachableFrom } from './chain-fit.ts'

const mostListed = 1000

export const listUnchainedHandler = handle(listUnchained, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const feeds = new Map<string, Set<string>>()
    for (const { engineId, steps } of await store.allChains(tx)) {
      const engines = [engineId, ...steps.map((step) => step.engineId)]
      engines.forEach((id, i) => feeds.set(id, new Set([...(feeds.get(id) ?? []), ...engines.slice(i + 1)])))
    }
    const page = { page: 1, pageSize: mostListed, order: engineOrder('name'), filters: [] }
    const { items } = await listEngines(tx, caller, page)
    const free = items.filter(({ id }) => id !== engine.id && !reachableFrom(id, feeds).has(engine.id))
    return {
      items: free.map(({ id, productId, productName, serviceName }) => ({
        engineId: id,
        productId,
        productName,
        serviceName,
      })),
      count: free.length,
    }
  }),
)
