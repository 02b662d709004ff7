import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { noteEngineChange } from './engine-audit.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { requireEngine } from './engine.access.ts'
import { markEngineDeleted } from './engine.store.ts'

export const deleteEngineHandler = handle(deleteEngine, ({ caller, params, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, caller.kind === 'key' ? 'write' : 'manage')
    // A key manages nothing, but may delete an engine of a product that it may delete.
    if (caller.kind === 'key') {
      const product = await findProduct(tx, readerOf(caller), engine.productId)
      if (product === undefined) throw missing(params)
      assertMay('manage', product)
    }
    const deletedAt = await markEngineDeleted(tx, engine.id, await personBehind(tx, caller))
    if (deletedAt === undefined) throw missing(params)
    await noteEngineChange(tx, events, actorOf(caller, correlationId), {
      action: 'engine.delete',
      engine,
      before: { serviceName: engine.serviceName, revision: engine.revision },
      after: null,
    })
    return { id: engine.id, deletedAt: deletedAt.toISOString() }
  }),
)

function missing({ product, engine }: { readonly product: string; readonly engine: string }): CallError {
  return new CallError('ENGINE_NOT_FOUND', `There is no engine "${engine}" in a product "${product}"`)
}
