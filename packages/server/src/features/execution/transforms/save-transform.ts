import { saveTransform } from '@sheetwright/contract/execution/transforms/save-transform.ts'
import { actorOf, recordAudit } from '../../../platform/audit/audit.store.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireProduct } from '../../engines/engine.access.ts'
import { transformAnswer } from './transform-answer.ts'
import { findTransform, insertTransform } from './transform.store.ts'

export const saveTransformHandler = handle(saveTransform, ({ caller, params, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.folder, 'write')
    const address = { productId: product.id, name: params.name }
    const actor = actorOf(caller, correlationId)
    const before = await findTransform(tx, address)
    const saved = await insertTransform(tx, address, { content: body.transform_content, createdBy: actor.name })
    await recordAudit(tx, actor, {
      action: 'transform.save',
      entityType: 'product',
      entityId: product.id,
      entityName: `${product.name}/${saved.name}`,
      before: before ? { version: before.version, content: before.content } : null,
      after: { version: saved.version, content: saved.content },
    })
    return { status: 'Success' as const, response_data: transformAnswer(saved, product.name) }
  }),
)
