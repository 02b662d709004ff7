import type { BodyOf } from '@sheetwright/contract/call.ts'
import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { actorOf, type AuditRecord, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertLink, type LinkTarget } from '../../platform/identity/visitors.store.ts'
import { engineIdOf } from '../engines/engine.store.ts'
import { hasActiveVersion } from '../engines/engine-version.store.ts'
import { linkedProduct } from './linked-product.ts'
import { managedFile } from './managed-file.ts'

export const createLinkResourceHandler = handle(
  createLinkResource,
  ({ caller, body, services: { db }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { target, entity } = await targetOf(tx, caller, body)
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
      const { mailDomains, embedOrigins, keepsAddresses, maxUses = null } = body
      const limits = { expiresAt, maxUses, mailDomains, embedOrigins, keepsAddresses }
      const id = await insertLink(tx, { target, createdBy: caller.userId, ...limits })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'link.create',
        ...entity,
        before: null,
        after: { link: id, ...target, ...limits },
      })
      return id
    }),
)

/** The engine or file of a new link, after checking that the caller manages it. */
async function targetOf(
  tx: TenantTransaction,
  caller: UserIdentity,
  { product: productName = '', serviceName = '', documentId }: BodyOf<typeof createLinkResource>,
): Promise<{ target: LinkTarget; entity: Pick<AuditRecord, 'entityType' | 'entityId' | 'entityName'> }> {
  if (documentId !== undefined) {
    const file = await managedFile(tx, caller, documentId)
    const target = { productId: null, serviceName: null, fileId: file.id }
    return { target, entity: { entityType: 'file', entityId: file.id, entityName: file.name } }
  }
  const product = await linkedProduct(tx, caller, productName)
  const engineId = await engineIdOf(tx, product.id, serviceName)
  if (engineId === undefined) throw new CallError('ENGINE_NOT_FOUND', `The product has no engine "${serviceName}"`)
  if (!(await hasActiveVersion(tx, engineId))) {
    throw new CallError('NO_ACTIVE_VERSION', `Publish "${serviceName}" first: visitors need a version that runs`)
  }
  const target = { productId: product.id, serviceName, fileId: null }
  return { target, entity: { entityType: 'product', entityId: product.id, entityName: product.name } }
}
