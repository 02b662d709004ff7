import type { Database } from '../db/database.ts'
import { BoundedMap } from './bounded-map.ts'
import { isSessionOpen } from './sessions.store.ts'
import { findUser, type StoredUser } from './users.store.ts'

/**
 * What the database says of the people who call, kept for at most a second. Changes are announced to every process and
 * forgotten at once; the second is the bound for when an announcement is lost.
 */
export interface UserStates {
  /** The user as of now; undefined when unknown, or when the session given has ended. */
  get(tenantId: string, userId: string, sessionId: string | undefined): Promise<StoredUser | undefined>
  forget(tenantId: string, userId: string): void
  forgetAll(): void
}

const freshMs = 1_000
const mostUsers = 20_000

interface Entry {
  readonly state: Promise<StoredUser | undefined>
  readonly readAt: number
}

export function createUserStates(db: Database): UserStates {
  const users = new BoundedMap<string, Map<string, Entry>>(mostUsers)

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
    get: (tenantId, userId, sessionId) => {
      const key = `${tenantId}.${userId}`
      const sessions = users.get(key) ?? new Map<string, Entry>()
      const present = sessions.get(sessionId ?? '')
      const now = performance.now()
      if (present && now - present.readAt < freshMs) return present.state
      for (const [id, entry] of sessions) if (now - entry.readAt >= freshMs) sessions.delete(id)
      const entry = { state: read(tenantId, userId, sessionId), readAt: now }
      sessions.set(sessionId ?? '', entry)
      users.set(key, sessions)
      // A failed read is not remembered.
      entry.state.catch(() => sessions.delete(sessionId ?? ''))
      return entry.state
    },
    forget: (tenantId, userId) => users.delete(`${tenantId}.${userId}`),
    forgetAll: () => users.clear(),
  }
}
