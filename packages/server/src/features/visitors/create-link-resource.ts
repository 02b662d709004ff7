import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertLink } from '../../platform/identity/visitors.store.ts'
import { engineIdOf } from '../engines/engine.store.ts'
import { hasActiveVersion } from '../engines/engine-version.store.ts'
import { linkedProduct } from './linked-product.ts'

export const createLinkResourceHandler = handle(
  createLinkResource,
  ({ caller, body, services: { db }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = await linkedProduct(tx, caller, body.product)
      const { serviceName } = body
      const engineId = await engineIdOf(tx, product.id, serviceName)
      if (engineId === undefined) throw new CallError('ENGINE_NOT_FOUND', `The product has no engine "${serviceName}"`)
      if (!(await hasActiveVersion(tx, engineId))) {
        throw new CallError('NO_ACTIVE_VERSION', `Publish "${serviceName}" first: visitors need a version that runs`)
      }
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
      const { mailDomains, embedOrigins, keepsAddresses, maxUses = null } = body
      const limits = { expiresAt, maxUses, mailDomains, embedOrigins, keepsAddresses }
      const id = await insertLink(tx, { productId: product.id, serviceName, createdBy: caller.userId, ...limits })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'link.create',
        entityType: 'product',
        entityId: product.id,
        entityName: product.name,
        before: null,
        after: { link: id, serviceName, ...limits },
      })
      return id
    }),
)
