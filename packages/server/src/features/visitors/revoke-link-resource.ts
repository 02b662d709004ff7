import { revokeLinkResource } from '@sheetwright/contract/visitors/revoke-link-resource.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findLink, revokeLink, type StoredLink } from '../../platform/identity/visitors.store.ts'
import { linkAnswer } from './link-answer.ts'
import { linkedProduct } from './linked-product.ts'

export const revokeLinkResourceHandler = handle(
  revokeLinkResource,
  async ({ caller, params, services, correlationId }) => {
    const { db, settings } = services
    const revoked = await db.inTenant(caller.tenantId, async (tx) => {
      const before = await existingLink(tx, params.linkId)
      const product = await linkedProduct(tx, caller, before.productId)
      await revokeLink(tx, before.id, caller.userId)
      const after = await existingLink(tx, before.id)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'link.revoke',
        entityType: 'product',
        entityId: product.id,
        entityName: product.name,
        before: { link: before.id, serviceName: before.serviceName, revokedAt: before.revokedAt },
        after: { link: after.id, serviceName: after.serviceName, revokedAt: after.revokedAt },
      })
      return after
    })
    return linkAnswer(revoked, { origin: settings.origin, realm: caller.tenantName })
  },
)

async function existingLink(tx: TenantTransaction, id: string): Promise<StoredLink> {
  const link = await findLink(tx, id)
  if (link === undefined) throw new CallError('NOT_FOUND', 'There is no such link')
  return link
}
