import { createLinkResource } from '@sheetwright/contract/visitors/create-link.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertLink } from '../../platform/identity/visitors.store.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'

export const createLinkHandler = handle(createLinkResource, ({ caller, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await findProduct(tx, readerOf(caller), body.product)
    if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${body.product}"`)
    assertMay('manage', product)
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
    const { serviceName } = body
    const id = await insertLink(tx, { productId: product.id, serviceName, createdBy: caller.userId, expiresAt })
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'link.create',
      entityType: 'product',
      entityId: product.id,
      entityName: product.name,
      before: null,
      after: { link: id, serviceName, expiresAt },
    })
    return id
  }),
)
