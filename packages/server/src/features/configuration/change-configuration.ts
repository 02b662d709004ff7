import { type Actor, actorOf } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

/** Changes the configuration in one transaction, notifies open pages and clears caches. */
export async function changeConfiguration<Result>(
  context: { readonly caller: UserIdentity; readonly services: Services; readonly correlationId: string },
  change: (tx: TenantTransaction, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { caller, services, correlationId } = context
  const result = await services.db.inTenant(caller.tenantId, async (tx) => {
    const changed = await change(tx, actorOf(caller, correlationId))
    for (const type of ['configuration.changed', 'category.changed', 'board.changed'] as const) {
      await services.events.publish(tx, { type, id: caller.tenantId })
    }
    return changed
  })
  await services.caches.clear(caller.tenantId)
  return result
}
