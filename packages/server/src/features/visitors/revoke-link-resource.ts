import { revokeLinkResource } from '@sheetwright/contract/visitors/revoke-link-resource.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { findLink, type LinkTarget, revokeLink, type StoredLink } from '../../platform/identity/visitors.store.ts'
import { linkAnswer } from './link-answer.ts'
import { managedFile } from './managed-file.ts'
import { linkedProduct } from './linked-product.ts'

export const revokeLinkResourceHandler = handle(
  revokeLinkResource,
  async ({ caller, params, services, correlationId }) => {
    const { db, settings } = services
    const revoked = await db.inTenant(caller.tenantId, async (tx) => {
      const before = await existingLink(tx, params.linkId)
      const entity = await entityOf(tx, caller, before.target)
      await revokeLink(tx, before.id, caller.userId)
      const after = await existingLink(tx, before.id)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'link.revoke',
        ...entity,
        before: { link: before.id, ...before.target, revokedAt: before.revokedAt },
        after: { link: after.id, ...after.target, revokedAt: after.revokedAt },
      })
      return after
    })
    return linkAnswer(revoked, { origin: settings.origin, realm: caller.tenantName })
  },
)

async function entityOf(tx: TenantTransaction, caller: UserIdentity, { productId, fileId }: LinkTarget) {
  if (fileId !== null) {
    const { id, name } = await managedFile(tx, caller, fileId)
    return { entityType: 'file' as const, entityId: id, entityName: name }
  }
  const { id, name } = await linkedProduct(tx, caller, productId)
  return { entityType: 'product' as const, entityId: id, entityName: name }
}

async function existingLink(tx: TenantTransaction, id: string): Promise<StoredLink> {
  const link = await findLink(tx, id)
  if (link === undefined) throw new CallError('NOT_FOUND', 'There is no such link')
  return link
}
