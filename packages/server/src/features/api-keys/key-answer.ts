import type { StoredKey } from './api-key.store.ts'

/** A key as the calls show it. */
export function keyAnswer(key: StoredKey) {
  return {
    ...key,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}

/** What the audit trail keeps of a key. */
export function auditedKey({ name, start, group, scopes, expiresAt, revokedAt }: StoredKey) {
  return { name, start, group, scopes, expiresAt, revokedAt }
}
