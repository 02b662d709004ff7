import type { StoredKey } from './api-key.store.ts'

/** A key as the calls show it. */
export function keyAnswer(key: StoredKey) {
  return {
    ...key,
    products: key.products === null ? null : [...key.products],
    engines: key.engines === null ? null : [...key.engines],
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}

/** Key fields that the audit trail records. */
export function auditedKey(key: StoredKey) {
  const { name, start, group, scopes, expiresAt, revokedAt, products, engines, addresses } = key
  return { name, start, group, scopes, expiresAt, revokedAt, products, engines, addresses }
}
