import type { engineActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { type Actor, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'

interface EngineChange {
  readonly action: (typeof engineActions)[number]
  readonly engine: { readonly id: string; readonly serviceName: string; readonly productId: string }
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Notifies open pages of a change to an engine, and records it in the audit trail. Call it last in the transaction. */
export async function noteEngineChange(
  tx: TenantTransaction,
  events: Events,
  actor: Actor,
  { action, engine, before, after }: EngineChange,
): Promise<void> {
  await events.publish(tx, { type: 'engine.changed', id: engine.id })
  await events.publish(tx, { type: 'product.changed', id: engine.productId })
  await recordAudit(tx, actor, {
    action,
    entityType: 'engine',
    entityId: engine.id,
    entityName: engine.serviceName,
    before,
    after,
  })
}
