import { getEngineReferences } from '@sheetwright/contract/master-references/get-engine-references.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import { compareReferences } from './engine-reference.store.ts'

export const getEngineReferencesHandler = handle(getEngineReferences, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const version = await requireVersion(tx, engine, params.version)
    return compareReferences(tx, version.uploadId, version)
  }),
)
