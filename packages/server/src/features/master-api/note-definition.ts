import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

/** Notifies open pages of a definition's change, and records it in the trail. Call it last in the transaction. */
export async function noteDefinition(
  tx: TenantTransaction,
  { caller, services, correlationId }: { caller: UserIdentity; services: Services; correlationId: string },
  product: { readonly id: string; readonly name: string },
  action: 'masterApi.add' | 'masterApi.publish' | 'masterApi.delete',
  after: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  await services.events.publish(tx, { type: 'product.changed', id: product.id })
  await recordAudit(tx, actorOf(caller, correlationId), {
    action,
    entityType: 'masterApi',
    entityId: product.id,
    entityName: product.name,
    before: null,
    after,
  })
}
