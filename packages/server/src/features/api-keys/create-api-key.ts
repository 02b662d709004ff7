import { randomBytes } from 'node:crypto'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { findKey, insertKey } from './api-key.store.ts'
import { auditedKey, keyAnswer } from './key-answer.ts'

export const createApiKeyHandler = handle(createApiKey, async ({ caller, body, services: { db }, correlationId }) => {
  const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
    const message = 'The end of a key must lie in the future'
    throw new CallError('INVALID_INPUT', message, [{ field: 'body.expiresAt', message, allowed: 'a later moment' }])
  }
  const key = `sw_${randomBytes(32).toString('base64url')}`
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
