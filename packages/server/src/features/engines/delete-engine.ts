import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine } from './engine.access.ts'
import { markEngineDeleted } from './engine.store.ts'
import { engineNotFound } from './engine-failures.ts'

export const deleteEngineHandler = handle(deleteEngine, ({ caller, params, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'manage')
    const deletedAt = await markEngineDeleted(tx, engine.id, caller.userId)
    if (deletedAt === undefined) throw engineNotFound(params.engine)
    await noteEngineChange(tx, events, actorOf(caller, correlationId), {
      action: 'engine.delete',
      engine,
      before: { serviceName: engine.serviceName, revision: engine.revision },
      after: null,
    })
    return { id: engine.id, deletedAt: deletedAt.toISOString() }
  }),
)
