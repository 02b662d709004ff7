import { getPublishChecks } from '@sheetwright/contract/engines/get-publish-checks.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { checksOf } from './publish-checks.ts'

export const getPublishChecksHandler = handle(getPublishChecks, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const items = await checksOf(tx, files, await requireVersion(tx, engine, params.version))
    return { items, count: items.length }
  }),
)
