import { FreshCache, type Soon } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import { isSessionOpen } from './sessions.store.ts'
import { findUser, type StoredUser } from './users.store.ts'

/**
 * What the database says of the people who call, kept for at most a second. Changes are announced to every process and
 * forgotten at once; the second is the bound for when an announcement is lost.
 */
export interface UserStates {
  /** The user as of now; undefined when unknown, or when the session given has ended. */
  get(tenantId: string, userId: string, sessionId: string | undefined): Soon<StoredUser | undefined>
  forget(tenantId: string, userId: string): void
  forgetAll(): void
}

export function createUserStates(db: Database): UserStates {
  const users = new FreshCache<StoredUser | undefined>()

  const read = (tenantId: string, userId: string, sessionId: string | undefined) =>
    db.inTenant(
      tenantId,
      async (tx) => {
        if (sessionId !== undefined && !(await isSessionOpen(tx, sessionId, userId))) return undefined
        return findUser(tx, userId)
      },
      { readOnly: true },
    )

  return {
    get: (tenantId, userId, sessionId) =>
      users.get(tenantId, `${userId} ${sessionId ?? ''}`, () => read(tenantId, userId, sessionId)),
    forget: (tenantId, userId) => users.forget(tenantId, (key) => key.startsWith(`${userId} `)),
    forgetAll: () => users.forgetAll(),
  }
}
