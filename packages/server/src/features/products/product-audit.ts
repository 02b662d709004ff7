import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import type { StoredProduct } from './product.store.ts'

interface ProductChange {
  readonly action: 'product.create' | 'product.clone' | 'product.update' | 'product.delete' | 'product.undelete'
  readonly before: StoredProduct | null
  readonly after: StoredProduct | null
  /** The reason, if the person was asked for one. */
  readonly reason?: string
}

/** Records an action on a product in the audit trail. */
export async function auditProduct(
  tx: TenantTransaction,
  who: { caller: UserIdentity | KeyIdentity; correlationId: string },
  { action, before, after, reason }: ProductChange,
): Promise<void> {
  const product = after ?? before
  await recordAudit(tx, actorOf(who.caller, who.correlationId), {
    action,
    entityType: 'product',
    entityId: product?.id ?? '',
    entityName: product?.name ?? '',
    before: before && audited(before),
    after: after && { ...audited(after), ...(reason === undefined ? {} : { reason }) },
  })
}

function audited(product: StoredProduct & { readonly summary?: string }) {
  const { name, category, description, launchDate, startDate, status, coverImage, summary } = product
  return { name, category, description, launchDate, startDate, status, coverImage, ...(summary && { summary }) }
}
