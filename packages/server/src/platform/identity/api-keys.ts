import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { findUsableKey, noteKeyUse, type UsableKey } from './api-keys.store.ts'
import { BoundedMap } from './bounded-map.ts'

/**
 * API keys as requests show them. What the database says of a key is kept for at most a second, and forgotten at once
 * when a revocation is announced.
 */
export interface ApiKeys {
  find(tenantId: string, secret: string): Promise<UsableKey | undefined>
  forgetAll(): void
}

const freshMs = 1_000
const notedMs = 60_000
const mostKeys = 10_000

interface Entry {
  readonly key: Promise<UsableKey | undefined>
  readonly readAt: number
}

export function createApiKeys(db: Database): ApiKeys {
  const keys = new BoundedMap<string, Entry>(mostKeys)
  const noted = new BoundedMap<string, number>(mostKeys)

  const read = (tenantId: string, keyHash: string) =>
    db.inTenant(tenantId, async (tx) => {
      const key = await findUsableKey(tx, keyHash)
      if (key && performance.now() - (noted.get(key.id) ?? Number.NEGATIVE_INFINITY) > notedMs) {
        noted.set(key.id, performance.now())
        await noteKeyUse(tx, key.id)
      }
      return key
    })

  return {
    find: (tenantId, secret) => {
      const keyHash = hashOfKey(secret)
      const name = `${tenantId}.${keyHash}`
      const present = keys.get(name)
      const now = performance.now()
      if (present && now - present.readAt < freshMs) return present.key
      const entry = { key: read(tenantId, keyHash), readAt: now }
      keys.set(name, entry)
      entry.key.catch(() => keys.delete(name))
      return entry.key
    },
    forgetAll: () => keys.clear(),
  }
}

/** Keys are random and long, so a plain hash is enough to keep them. */
export function hashOfKey(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
