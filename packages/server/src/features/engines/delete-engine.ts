import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { existingProduct } from '../products/product-failures.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine } from './engine.access.ts'
import { markEngineDeleted } from './engine.store.ts'

export const deleteEngineHandler = handle(deleteEngine, ({ caller, params, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, caller.kind === 'key' ? 'write' : 'manage')
    // A key manages nothing, but may delete an engine of a product that it may delete.
    if (caller.kind === 'key') assertMay('manage', await existingProduct(tx, readerOf(caller), engine.productId))
    const deletedAt = await markEngineDeleted(tx, engine.id, await personBehind(tx, caller))
    if (deletedAt === undefined) {
      throw new CallError('ENGINE_NOT_FOUND', `There is no engine "${params.engine}" in a product "${params.product}"`)
    }
    await noteEngineChange(tx, events, actorOf(caller, correlationId), {
      action: 'engine.delete',
      engine,
      before: { serviceName: engine.serviceName, revision: engine.revision },
      after: null,
    })
    return { id: engine.id, deletedAt: deletedAt.toISOString() }
  }),
)
