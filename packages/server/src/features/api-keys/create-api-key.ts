import { randomBytes } from 'node:crypto'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import type { BodyOf } from '@sheetwright/contract/call.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
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
        ...(await limitsOf(tx, caller, body)),
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

/** What a key is limited to. Products and engines must be there, so that a typing error does not make a useless key. */
async function limitsOf(tx: TenantTransaction, caller: UserIdentity, limits: BodyOf<typeof createApiKey>) {
  const products = new Set(limits.products)
  const engines = new Set(limits.engines)
  for (const id of products) {
    if (!(await findProduct(tx, readerOf(caller), id))) {
      throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${id}"`, [
        { field: 'body.products', message: `There is no product "${id}"` },
      ])
    }
  }
  for (const id of engines) await requireEngineById(tx, caller, id, 'read')
  const isLimited = limits.products !== undefined || limits.engines !== undefined
  return {
    products: isLimited ? [...products] : null,
    engines: isLimited ? [...engines] : null,
    addresses: limits.addresses === undefined ? null : [...new Set(limits.addresses)],
  }
}
