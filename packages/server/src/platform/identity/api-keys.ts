import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/audit.store.ts'
import { networkOf } from '../http/network-of.ts'
import { findUsableKey, keepKeyAddress, noteKeyUse, type UsableKey } from './api-keys.store.ts'
import { FreshCache, type Soon } from '../caches/fresh-cache.ts'
import { BoundedMap } from '../caches/bounded-map.ts'

/**
 * API keys presented by requests. A key's row is cached for at most a second, and dropped at once when a revocation is
 * announced.
 */
export interface ApiKeys {
  find(tenantId: string, secret: string): Soon<UsableKey | undefined>
  findById(tenantId: string, id: string): Soon<UsableKey | undefined>
  /** Records where a key is used from. The audit trail gets an entry for each new address. */
  noteAddress(tenantId: string, key: UsableKey, use: { readonly address: string; readonly requestId: string }): void
  forgetAll(): void
}

const notedMs = 60_000
const mostKeys = 10_000

export function createApiKeys(db: Database, log: Logger): ApiKeys {
  const keys = new FreshCache<UsableKey | undefined>()
  const noted = new BoundedMap<string, number>(mostKeys)
  const addresses = new BoundedMap<string, true>(mostKeys)

  const keepAddress = (tenantId: string, key: UsableKey, address: string, requestId: string) =>
    db.inTenant(tenantId, async (tx) => {
      if (!(await keepKeyAddress(tx, key.id, address))) return
      await recordAudit(
        tx,
        { userId: null, name: `API key ${key.name}`, correlationId: requestId },
        {
          action: 'apiKey.newAddress',
          entityType: 'apiKey',
          entityId: key.id,
          entityName: key.name,
          before: null,
          after: { address },
        },
      )
    })

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
    noteAddress: (tenantId, key, { address, requestId }) => {
      const network = networkOf(address)
      const place = `${key.id} ${network}`
      if (addresses.get(place)) return
      addresses.set(place, true)
      keepAddress(tenantId, key, network, requestId).catch((error: unknown) => {
        log.error({ err: error }, 'The address of an API key could not be noted')
      })
    },
    forgetAll: () => keys.forgetAll(),
  }
}

/** Keys are random and long, so a plain hash suffices. */
export function hashOfKey(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
