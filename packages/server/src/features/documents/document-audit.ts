import type { contentActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'

interface ContentChange {
  readonly product: { readonly id: string; readonly name: string }
  readonly action: (typeof contentActions)[number]
  /** The document or section concerned. */
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Records a change of documents or sections in the product's audit trail. */
export async function auditContent(
  tx: TenantTransaction,
  who: { readonly caller: UserIdentity; readonly correlationId: string },
  { product, action, subject, before, after }: ContentChange,
): Promise<void> {
  await recordAudit(tx, actorOf(who.caller, who.correlationId), {
    action,
    entityType: 'product',
    entityId: product.id,
    entityName: product.name,
    before: before === undefined ? null : { subject, ...before },
    after: { subject, ...after },
  })
}
