import { listFormVersions } from '@sheetwright/contract/calculators/list-form-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { listVersions } from './form.store.ts'

export const listFormVersionsHandler = handle(listFormVersions, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const items = await listVersions(tx, engine.id)
    return { items, count: items.length }
  }),
)
