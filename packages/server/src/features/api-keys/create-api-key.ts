import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { findKey, insertKey } from './api-key.store.ts'
import { auditedKey, keyAnswer } from './key-answer.ts'
import { reachOf } from './key-limits.ts'
import { expiryOf, newKey } from './new-key.ts'

export const createApiKeyHandler = handle(createApiKey, async ({ caller, body, services: { db }, correlationId }) => {
  const expiresAt = expiryOf(body.expiresAt)
  const key = newKey()
  const stored = await db
    .inTenant(caller.tenantId, async (tx) => {
      const id = await insertKey(tx, {
        name: body.name,
        keyHash: hashOfKey(key),
        keyStart: key.slice(0, 8),
        groupLabel: body.group,
        scopes: [...new Set(body.scopes)],
        createdBy: caller.userId,
        expiresAt,
        ...(await reachOf(tx, caller, body)),
        addresses: body.addresses === undefined ? null : [...new Set(body.addresses)],
      })
      const made = await findKey(tx, id)
      if (!made) throw new Error('A key that was just made is not there')
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'apiKey.create',
        entityType: 'apiKey',
        entityId: id,
        entityName: made.name,
        before: null,
        after: auditedKey(made),
      })
      return made
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'api_keys_name')) throw error
      const message = `There is already a key with the name "${body.name}"`
      throw new CallError('API_KEY_ALREADY_EXISTS', message, [{ field: 'body.name', message }])
    })
  return { key, apiKey: keyAnswer(stored) }
})
