import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, maySee } from './engine.access.ts'
import { listVersions } from './engine-version.store.ts'

export const getVersionsHandler = handle(getVersions, ({ caller, params, query, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const versions = await listVersions(tx, engine.id, { withArchived: query.archived === 'true' })
    const items = versions.filter((version) => maySee(engine, version))
    return { items, count: items.length }
  }),
)
