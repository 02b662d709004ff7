import { searchServices } from '@sheetwright/contract/engines/search-services.ts'
import { handle } from '../../platform/http/handle.ts'
import { maySee } from './engine.access.ts'
import { engineOrder, nameContains, productNameContains } from './engine-filter.store.ts'
import { listEngines, type StoredEngine } from './engine.store.ts'
import { type StoredVersion } from './engine-version.store.ts'
import { serviceAnswer } from './service-answer.ts'

/** More services than any tenant has. */
const all = 1_000_000

export const searchServicesHandler = handle(searchServices, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { page, page_size, search } = body.request_data
    const filters = search.map(({ field, value }) =>
      /^folder/i.test(field) ? productNameContains(value) : nameContains(value),
    )
    const order = engineOrder('-updated')
    const pageSize = page_size === -1 ? all : page_size
    const { items, count } = await listEngines(tx, caller, { page, pageSize, order, filters })
    return {
      status: 'Success' as const,
      response_data: { services: items.map((engine) => serviceAnswer(engine, portList(engine))), count },
    }
  }),
)

function portList(engine: StoredEngine): StoredVersion | null {
  return engine.version !== null && maySee(engine, engine.version) ? engine.version : null
}
