import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import { oidcPayloads } from '../../db/schema/sign-in.ts'

/** Lifetime of payloads without an expiry. */
const longestLifeSeconds = 30 * 24 * 60 * 60

/**
 * The provider's storage of codes, tokens, grants and sessions, so that any process can answer any request. The ids of
 * codes and tokens are bearer secrets; only their hashes are stored.
 */
export function createOidcStore(db: Database, onGrantRemoved: (grantId: string, accountId: string) => Promise<void>) {
  return (model: string): Adapter => {
    const row = (id: string) => and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, hashed(id)))
    const alive = gt(oidcPayloads.expiresAt, sql`now()`)

    return {
      upsert: async (id, { jti: _jti, ...payload }, expiresIn = longestLifeSeconds) => {
        const grantId = payload.grantId ?? grantOfSession(payload)
        const values = {
          payload,
          grantId: grantId ? hashed(grantId) : null,
          uid: payload.uid ? hashed(payload.uid) : null,
          expiresAt: new Date(Date.now() + expiresIn * 1000),
        }
        await db.inSystem((tx) =>
          tx.q
            .insert(oidcPayloads)
            .values({ model, id: hashed(id), ...values })
            .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: values }),
        )
      },
      find: async (id) => {
        const rows = await db.inSystem((tx) =>
          tx.q
            .select()
            .from(oidcPayloads)
            .where(and(row(id), alive)),
        )
        return rows[0] && restored(rows[0], id)
      },
      findByUid: async (uid) => {
        const rows = await db.inSystem((tx) =>
          tx.q
            .select()
            .from(oidcPayloads)
            .where(and(eq(oidcPayloads.model, model), eq(oidcPayloads.uid, hashed(uid)), alive)),
        )
        return rows[0] && restored(rows[0], undefined)
      },
      // Device codes are switched off.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const consumed = await db.inSystem((tx) =>
          tx.q
            .update(oidcPayloads)
            .set({ consumedAt: sql`now()` })
            .where(and(row(id), isNull(oidcPayloads.consumedAt)))
            .returning({ id: oidcPayloads.id }),
        )
        // Two concurrent requests with the same code or token: both found it unused, only one may use it.
        if (consumed.length === 0) throw new errors.InvalidGrant(`${model} already used`)
      },
      destroy: async (id) => {
        const rows = await db.inSystem((tx) => tx.q.delete(oidcPayloads).where(row(id)).returning())
        const accountId = rows[0]?.payload['accountId']
        if (model === 'Grant' && typeof accountId === 'string') await onGrantRemoved(id, accountId)
      },
      revokeByGrantId: async (grantId) => {
        await db.inSystem((tx) =>
          tx.q
            .delete(oidcPayloads)
            .where(and(eq(oidcPayloads.model, model), eq(oidcPayloads.grantId, hashed(grantId)))),
        )
      },
    }
  }
}

/** Revokes everything issued under a grant, including the browser's session at the provider. */
export async function removeGrant(db: Database, grantId: string): Promise<void> {
  await db.inSystem(async (tx) => {
    await tx.q.delete(oidcPayloads).where(eq(oidcPayloads.grantId, hashed(grantId)))
    await tx.q.delete(oidcPayloads).where(and(eq(oidcPayloads.model, 'Grant'), eq(oidcPayloads.id, hashed(grantId))))
  })
}

export async function removeExpiredPayloads(db: Database): Promise<void> {
  await db.inSystem((tx) => tx.q.delete(oidcPayloads).where(lt(oidcPayloads.expiresAt, sql`now()`)))
}

/** A browser's session at the provider holds one grant per client; there is one client. */
function grantOfSession({ authorizations }: AdapterPayload): string | undefined {
  return Object.values(authorizations ?? {})[0]?.grantId
}

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

type Row = typeof oidcPayloads.$inferSelect

/** The id is not stored. A session found by its uid gets none; the provider only asks whose it is. */
function restored(row: Row, id: string | undefined): AdapterPayload {
  const payload: AdapterPayload = { ...row.payload }
  if (id !== undefined) payload.jti = id
  if (row.consumedAt) payload.consumed = Math.floor(row.consumedAt.getTime() / 1000)
  return payload
}
