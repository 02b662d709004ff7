import type { Database } from '../db/database.ts'

const channel = 'caches_clear'

declare const cachedType: unique symbol

/** Identifies a value cached per tenant, and its type. */
export interface CacheKey<T> {
  readonly name: string
  /** Maximum age of a cached value. Other processes can have changed its source. */
  readonly maxAgeMillis: number
  readonly [cachedType]?: T
}

export function cacheKey<T>(name: string, maxAgeMillis: number): CacheKey<T> {
  return { name, maxAgeMillis }
}

/** Small values that are read often and seldom change, cached in each process. */
export interface Caches {
  remember<T>(tenantId: string, key: CacheKey<T>, load: () => Promise<T>): Promise<T>
  /** Drops a tenant's cached value, here at once and in other processes when they are notified. */
  clear(tenantId: string): Promise<number>
  close(): Promise<void>
}

interface Remembered {
  readonly value: Promise<unknown>
  readonly since: number
}

export async function openCaches(db: Database): Promise<Caches> {
  const tenants = new Map<string, Map<string, Remembered>>()
  const forget = (tenantId: string): number => {
    const count = tenants.get(tenantId)?.size ?? 0
    tenants.delete(tenantId)
    return count
  }
  const stop = await db.listen(channel, forget, () => tenants.clear())

  return {
    remember<T>(tenantId: string, key: CacheKey<T>, load: () => Promise<T>): Promise<T> {
      const entries = tenants.get(tenantId) ?? new Map<string, Remembered>()
      tenants.set(tenantId, entries)
      const present = entries.get(key.name)
      if (present !== undefined && performance.now() - present.since < key.maxAgeMillis) {
        return present.value as Promise<T>
      }
      const value = load()
      entries.set(key.name, { value, since: performance.now() })
      // Failures are not cached: the next request tries again.
      value.catch(() => entries.delete(key.name))
      return value
    },
    async clear(tenantId) {
      const count = forget(tenantId)
      await db.inSystem((tx) => tx.notify(channel, tenantId))
      return count
    },
    close: stop,
  }
}
