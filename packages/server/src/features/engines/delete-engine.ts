import { deleteEngine, markFavoriteEngine, undeleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireBelowMaximum } from '../user-groups/user-group.access.ts'
import { noteEngineChange } from './engine-audit.ts'
import { authorOf } from './engine-author.ts'
import { requireEngine, requireEngineById } from './engine.access.ts'
import {
  countEngines,
  engineNameIndex,
  findDeletedEngine,
  markEngineDeleted,
  setEngineFavourite,
  unmarkEngineDeleted,
} from './engine.store.ts'

export const deleteEngineHandler = handle(deleteEngine, ({ caller, params, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'manage')
    const deletedAt = await markEngineDeleted(tx, engine.id, caller.userId)
    if (deletedAt === undefined) throw engineNotFound(params.engine)
    await noteEngineChange(tx, events, authorOf(caller, correlationId), {
      action: 'engine.delete',
      engine,
      before: { serviceName: engine.serviceName, revision: engine.revision },
      after: null,
    })
    return { id: engine.id, deletedAt: deletedAt.toISOString() }
  }),
)

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
        await noteEngineChange(tx, events, authorOf(caller, correlationId), {
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

export const markFavoriteEngineHandler = handle(markFavoriteEngine, ({ caller, params, services: { db, events } }) => {
  const favorite = params.flag === 'true'
  return db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await requireEngine(tx, caller, params, 'read')
    await setEngineFavourite(tx, caller.userId, id, favorite)
    await events.publish(tx, { type: 'engine.changed', id }, { userId: caller.userId })
    return { favorite }
  })
})

function engineNotFound(engine: string): CallError {
  return new CallError('ENGINE_NOT_FOUND', `There is no engine "${engine}" that was deleted less than 30 days ago`)
}
