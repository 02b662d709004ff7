import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

interface MasterChange {
  readonly action:
    | 'masterReference.add'
    | 'masterReference.write'
    | 'masterReference.publish'
    | 'masterReference.delete'
  readonly document: { readonly id: string; readonly serviceName: string }
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Notifies open pages of a change to master data, and records it in the trail. Call it last in the transaction. */
export async function noteMasterChange(
  tx: TenantTransaction,
  { caller, services, correlationId }: { caller: UserIdentity; services: Services; correlationId: string },
  { action, document, before, after }: MasterChange,
): Promise<void> {
  await services.events.publish(tx, { type: 'master-reference.changed', id: document.id })
  await recordAudit(tx, actorOf(caller, correlationId), {
    action,
    entityType: 'masterReference',
    entityId: document.id,
    entityName: document.serviceName,
    before,
    after,
  })
}
