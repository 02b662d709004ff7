import type { LiveEvent } from '@sheetwright/contract/events/stream-events.ts'
import { FreshCache, type Soon, whenKnown } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import type { CallerIdentity } from '../http/caller.ts'
import { createOwnLimits, type OwnLimits } from '../http/rate-limit.ts'
import type { TellLimit } from '../http/tell-limit.ts'
import { limitsOfTenant, type TenantLimits } from './call-limits.store.ts'

/** Limits that supervisors set. A change reaches every process by its event, or within a second. */
export interface CallLimits {
  of(tenantId: string): Soon<TenantLimits>
  /** Counts executions and requests against limits that somebody set, in this process. */
  readonly own: OwnLimits
  /** Counts one call of an engine. Throws TOO_MANY_REQUESTS above its limit. */
  takeEngine(
    tenantId: string,
    caller: CallerIdentity,
    engineId: string,
    /** Omitted where there are no headers to say it in. */
    tell: TellLimit | undefined,
  ): Soon<void>
  close(): void
}

/** Limits may have changed. */
const telling: ReadonlySet<LiveEvent['type']> = new Set(['configuration.changed'])

export function openCallLimits(db: Database, events: Events): CallLimits {
  const cache = new FreshCache<TenantLimits>()
  const own = createOwnLimits()
  const close = events.hear({
    changed: (tenantId, { type }) => {
      if (telling.has(type)) cache.forget(tenantId)
    },
    onGap: () => cache.forgetAll(),
  })
  const limitsOf = (tenantId: string) => {
    const load = () => db.inTenant(tenantId, limitsOfTenant)
    // A supervisor who has just changed a limit sees it, even if this process has not received the event yet.
    return events.isExpecting(tenantId, telling) ? load() : cache.get(tenantId, '', load)
  }

  return {
    of: limitsOf,
    own,
    takeEngine: (tenantId, caller, engineId, tell) =>
      whenKnown(limitsOf(tenantId), ({ tenant, engines }) => {
        // Callers without credentials have no tenant before their engine is known.
        if (caller.kind === 'anyone' && tenant !== undefined) {
          own.take('tenant', { of: tenantId, perMinute: tenant }, tell)
        }
        const perMinute = engines.get(engineId)
        if (perMinute !== undefined) own.take('engine', { of: engineId, perMinute }, tell)
      }),
    close,
  }
}
