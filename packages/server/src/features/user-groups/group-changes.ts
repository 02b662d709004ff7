import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findGroup, type StoredGroup } from './user-group.store.ts'

export async function existingGroup(tx: TenantTransaction, label: string): Promise<StoredGroup> {
  const group = await findGroup(tx, label)
  if (!group) throw new CallError('USER_GROUP_NOT_FOUND', `There is no group ${label}`)
  return group
}

export function recordGroupChange(
  tx: TenantTransaction,
  caller: UserIdentity,
  correlationId: string,
  change: { action: string; before: StoredGroup | null; after: StoredGroup | null },
): Promise<void> {
  const label = (change.after ?? change.before)?.label ?? ''
  return recordAudit(tx, actorOf(caller, correlationId), {
    action: change.action,
    entityType: 'userGroup',
    entityId: label,
    entityName: label,
    before: change.before && { moduleRules: change.before.moduleRules },
    after: change.after && { moduleRules: change.after.moduleRules },
  })
}
