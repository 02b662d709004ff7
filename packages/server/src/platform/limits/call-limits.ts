import { FreshCache, type Soon, whenKnown } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import type { CallerIdentity } from '../http/caller.ts'
import type { OwnLimit } from '../http/own-limit.ts'
import { createOwnLimits, type OwnLimits } from '../http/rate-limit.ts'
import { TooManyRequests } from '../http/too-many-requests.ts'
import { limitsOfTenant, type TenantLimits } from './call-limits.store.ts'

/** Limits that supervisors set. A change reaches every process by its event, or within a second. */
export interface CallLimits {
  of(tenantId: string): Soon<TenantLimits>
  /** Counts executions and requests against limits that somebody set, in this process. */
  readonly own: OwnLimits
  /** Counts one call of an engine. Throws TOO_MANY_REQUESTS above its limit. */
  takeEngine(tenantId: string, caller: CallerIdentity, engineId: string): Soon<void>
  close(): void
}

export function openCallLimits(db: Database, events: Events): CallLimits {
  const cache = new FreshCache<TenantLimits>()
  const own = createOwnLimits()
  const close = events.hear({
    changed: (tenantId, { type }) => {
      if (type === 'configuration.changed') cache.forget(tenantId)
    },
    onGap: () => cache.forgetAll(),
  })
  const limitsOf = (tenantId: string) => cache.get(tenantId, '', () => db.inTenant(tenantId, limitsOfTenant))

  return {
    of: limitsOf,
    own,
    takeEngine: (tenantId, caller, engineId) =>
      whenKnown(limitsOf(tenantId), ({ tenant, engines }) => {
        // Callers without credentials have no tenant before their engine is known.
        if (caller.kind === 'anyone' && tenant !== undefined) {
          refuseAbove('tenant', { of: tenantId, perMinute: tenant })
        }
        const perMinute = engines.get(engineId)
        if (perMinute !== undefined) refuseAbove('engine', { of: engineId, perMinute })
      }),
    close,
  }

  function refuseAbove(name: string, limit: OwnLimit): void {
    const wait = own.take(limit)
    if (wait > 0) throw new TooManyRequests(wait, own.told(name, limit))
  }
}
