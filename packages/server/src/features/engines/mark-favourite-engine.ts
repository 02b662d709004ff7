import { markFavouriteEngine } from '@sheetwright/contract/engines/mark-favourite-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from './engine.access.ts'
import { setEngineFavourite } from './engine.store.ts'

export const markFavouriteEngineHandler = handle(
  markFavouriteEngine,
  ({ caller, params, services: { db, events } }) => {
    const isFavourite = params.flag === 'true'
    return db.inTenant(caller.tenantId, async (tx) => {
      const { id } = await requireEngine(tx, caller, params, 'read')
      await setEngineFavourite(tx, caller.userId, id, isFavourite)
      await events.publish(tx, { type: 'engine.changed', id }, { userId: caller.userId })
      return { favorite: isFavourite }
    })
  },
)
