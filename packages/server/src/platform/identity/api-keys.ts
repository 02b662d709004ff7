import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { findUsableKey, noteKeyUse, type UsableKey } from './api-keys.store.ts'
import { FreshCache, type Soon } from '../caches/fresh-cache.ts'
import { BoundedMap } from '../caches/bounded-map.ts'

/**
 * API keys as requests show them. What the database says of a key is kept for at most a second, and forgotten at once
 * when a revocation is announced.
 */
export interface ApiKeys {
  find(tenantId: string, secret: string): Soon<UsableKey | undefined>
  findById(tenantId: string, id: string): Soon<UsableKey | undefined>
  forgetAll(): void
}

const notedMs = 60_000
const mostKeys = 10_000

export function createApiKeys(db: Database): ApiKeys {
  const keys = new FreshCache<UsableKey | undefined>()
  const noted = new BoundedMap<string, number>(mostKeys)

  const read = (tenantId: string, sought: { readonly keyHash: string } | { readonly id: string }) =>
    db.inTenant(tenantId, async (tx) => {
      const key = await findUsableKey(tx, sought)
      if (key && performance.now() - (noted.get(key.id) ?? Number.NEGATIVE_INFINITY) > notedMs) {
        noted.set(key.id, performance.now())
        await noteKeyUse(tx, key.id)
      }
      return key
    })

  return {
    find: (tenantId, secret) => {
      const keyHash = hashOfKey(secret)
      return keys.get(tenantId, keyHash, () => read(tenantId, { keyHash }))
    },
    findById: (tenantId, id) => keys.get(tenantId, `id ${id}`, () => read(tenantId, { id })),
    forgetAll: () => keys.forgetAll(),
  }
}

/** Keys are random and long, so a plain hash is enough to keep them. */
export function hashOfKey(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
