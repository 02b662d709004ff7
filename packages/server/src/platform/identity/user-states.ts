import { FreshCache, type Soon } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import { isSessionOpen } from './sessions.store.ts'
import { findUser, type StoredUser } from './users.store.ts'

/** The subject of a token, stored with it. */
export interface SoughtUser {
  readonly tenantId: string
  readonly userId: string
  readonly sessionId: string | undefined
  readonly key: string
}

export function soughtUser(tenantId: string, userId: string, sessionId: string | undefined): SoughtUser {
  return { tenantId, userId, sessionId, key: `${userId} ${sessionId ?? ''}` }
}

/**
 * Rows of calling users, cached for at most a second. Changes are announced to every process, which drops them at once;
 * the second is the limit if an announcement is lost.
 */
export interface UserStates {
  /** The current user; undefined if unknown, or if the given session has ended. */
  get(sought: SoughtUser): Soon<StoredUser | undefined>
  forget(tenantId: string, userId: string): void
  forgetAll(): void
}

export function createUserStates(db: Database): UserStates {
  const users = new FreshCache<StoredUser | undefined>()

  const read = ({ tenantId, userId, sessionId }: SoughtUser) =>
    db.inTenant(
      tenantId,
      async (tx) => {
        if (sessionId !== undefined && !(await isSessionOpen(tx, sessionId, userId))) return undefined
        return findUser(tx, userId)
      },
      { readOnly: true },
    )

  return {
    get: (sought) => users.get(sought.tenantId, sought.key, () => read(sought)),
    forget: (tenantId, userId) => users.forget(tenantId, (key) => key.startsWith(`${userId} `)),
    forgetAll: () => users.forgetAll(),
  }
}
