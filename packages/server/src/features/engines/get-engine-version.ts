import { getEngineVersion } from '@sheetwright/contract/engines/get-engine-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { engineDetail } from './engine-detail.ts'
import { requireEngine, requireVersion } from './engine.access.ts'

export const getEngineVersionHandler = handle(getEngineVersion, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    return engineDetail(tx, files, engine, await requireVersion(tx, engine, params.version))
  }),
)
