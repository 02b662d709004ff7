import { undeleteEngine } from '@sheetwright/contract/engines/undelete-engine.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngineById } from './engine.access.ts'
import { countEngines, engineNameIndex, findDeletedEngine, unmarkEngineDeleted } from './engine.store.ts'
import { engineNotFound } from './engine-failures.ts'

export const undeleteEngineHandler = handle(
  undeleteEngine,
  async ({ caller, params, services: { db, events }, correlationId }) => {
    try {
      return await db.inTenant(caller.tenantId, async (tx) => {
        const engine = await findDeletedEngine(tx, caller, params)
        if (engine === undefined) throw engineNotFound(params.engine)
        const { productId: within } = engine
        const count = () => countEngines(tx, within)
        await requireBelowMaximum(tx, caller, { module: 'ProductEngine', rule: 'NoOfEngine', within, count })
        await unmarkEngineDeleted(tx, engine.id)
        const restored = await requireEngineById(tx, caller, engine.id, 'manage')
        await noteEngineChange(tx, events, actorOf(caller, correlationId), {
          action: 'engine.undelete',
          engine,
          before: null,
          after: { serviceName: engine.serviceName, revision: engine.revision },
        })
        return restored
      })
    } catch (error) {
      if (!isUniqueViolation(error, engineNameIndex)) throw error
      throw new CallError(
        'ENGINE_EXISTS_ALREADY',
        'Another engine of the product has this service name by now; delete that one first',
      )
    }
  },
)
