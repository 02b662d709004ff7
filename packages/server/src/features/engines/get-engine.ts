import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { currentVersion, engineDetail } from './engine-detail.ts'
import { requireEngine } from './engine.access.ts'

export const getEngineHandler = handle(getEngine, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    return engineDetail(tx, files, engine, await currentVersion(tx, engine))
  }),
)
