import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { findKey, revokeKey, type StoredKey } from './api-key.store.ts'
import { auditedKey } from './key-answer.ts'

/** Revokes a key for good, in every process. */
export async function revoke(
  tx: TenantTransaction,
  caller: UserIdentity,
  before: StoredKey | undefined,
  correlationId: string,
): Promise<StoredKey> {
  if (!before) throw new CallError('API_KEY_NOT_FOUND', 'There is no such API key')
  await revokeKey(tx, before.id)
  const after = (await findKey(tx, before.id)) ?? before
  await announce(tx, { kind: 'key', tenantId: tx.tenantId, keyId: before.id })
  await recordAudit(tx, actorOf(caller, correlationId), {
    action: 'apiKey.revoke',
    entityType: 'apiKey',
    entityId: before.id,
    entityName: before.name,
    before: auditedKey(before),
    after: auditedKey(after),
  })
  return after
}
