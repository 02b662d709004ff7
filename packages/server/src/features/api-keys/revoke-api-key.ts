import { revokeApiKey } from '@sheetwright/contract/api-keys/revoke-api-key.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { findKey, revokeKey } from './api-key.store.ts'
import { auditedKey, keyAnswer } from './key-answer.ts'

export const revokeApiKeyHandler = handle(revokeApiKey, async ({ caller, params, services: { db }, correlationId }) => {
  const { tenantId } = caller
  const revoked = await db.inTenant(tenantId, async (tx) => {
    const before = await findKey(tx, params.id)
    if (!before) throw new CallError('API_KEY_NOT_FOUND', 'There is no such API key')
    await revokeKey(tx, before.id)
    const after = (await findKey(tx, before.id)) ?? before
    await announce(tx, { kind: 'key', tenantId, keyId: before.id })
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'apiKey.revoke',
      entityType: 'apiKey',
      entityId: before.id,
      entityName: before.name,
      before: auditedKey(before),
      after: auditedKey(after),
    })
    return after
  })
  return keyAnswer(revoked)
})
