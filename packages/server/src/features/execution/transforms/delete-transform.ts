import { deleteTransform } from '@sheetwright/contract/execution/transforms/delete-transform.ts'
import { actorOf, recordAudit } from '../../../platform/audit/audit.store.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireProduct } from '../../engines/engine.access.ts'
import { noTransform } from './transform-answer.ts'
import { findTransform, removeTransform } from './transform.store.ts'

export const deleteTransformHandler = handle(deleteTransform, ({ caller, params, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.folder, 'write')
    const address = { productId: product.id, name: params.name }
    const before = await findTransform(tx, address)
    if (before === undefined) throw noTransform(params.name)
    await removeTransform(tx, address)
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'transform.delete',
      entityType: 'product',
      entityId: product.id,
      entityName: `${product.name}/${before.name}`,
      before: { version: before.version, content: before.content },
      after: null,
    })
    return { status: 'Success' as const, response_data: { name: before.name, folder: product.name } }
  }),
)
